/** `npm run openapi`: prints the OpenAPI 3.1 document of the service, made from the table of operations. */
import { endpoints } from '../src/service/endpoints.ts';
import { openApiOf } from '../src/service/openapi.ts';

console.log(JSON.stringify(openApiOf(endpoints), null, 2));
