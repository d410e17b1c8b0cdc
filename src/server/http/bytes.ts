import { getMimeType } from 'hono/utils/mime';

/** An answer that is a file's bytes and not JSON. Source: User attachments, `content_no_encoding`. */
export class Bytes {
  readonly content: Uint8Array;
  readonly fileName: string;

  constructor(content: Uint8Array, fileName: string) {
    this.content = content;
    this.fileName = fileName;
  }
}

/** The type goes by the file's name; a browser is told to keep the file and not to show it as a page of ours. */
export function bytesResponse({ content, fileName }: Bytes): Response {
  // A character set is the file's own affair: we do not know it.
  const type = getMimeType(fileName)?.split(';')[0] ?? 'application/octet-stream';
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': type,
      'Content-Length': String(content.byteLength),
      'Content-Disposition': `attachment; filename*=UTF-8''${headerName(fileName)}`,
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** A file's name as RFC 8187 writes it in a header: what else is in it than letters and digits is encoded. */
function headerName(fileName: string): string {
  return encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
