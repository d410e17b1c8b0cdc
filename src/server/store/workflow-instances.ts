import { codeOf, momentOf, textOf } from '../../service/read.ts';
import type { WorkflowInstance } from '../../service/shapes/config.ts';
import { toDoc } from './documents.ts';
import type { Db } from './schema.ts';

/** Keeps the run of a workflow. */
export async function saveInstance(
  db: Db,
  workflow: string,
  instance: WorkflowInstance & { start_time: string },
): Promise<void> {
  await db
    .insertInto('workflow_instances')
    .values({
      id: textOf(instance.id),
      workflow_id: workflow,
      status: codeOf(instance.status),
      started: momentOf(instance.start_time),
      doc: toDoc(instance),
    })
    .execute();
}
