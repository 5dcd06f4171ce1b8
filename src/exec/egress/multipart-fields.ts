export interface MultipartText {
  readonly name: string;
  readonly value: string;
}

/**
 * The plain text fields of a `multipart/form-data` body. Files are left out, and so is all of a body that is not written as every
 * client writes it: what is in no field is in no place.
 */
export function multipartFields(body: string, contentType: string): readonly MultipartText[] {
  const found = /;\s*boundary=(?:"([^"\\]{1,70})"|([^\s";,]{1,70}))\s*$/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) return [];
  const whole = `\r\n${body}`;
  const parts = whole.split(`\r\n--${boundary}`);
  const end = parts.pop();
  const [before, ...fields] = parts;
  if (before !== '' || end === undefined || !/^--(?:\r\n)?$/.test(end)) return [];
  const read = fields.map(fieldOf);
  return read.includes('strange') ? [] : read.filter((field) => typeof field === 'object');
}

function fieldOf(part: string): MultipartText | 'file' | 'strange' {
  const head = part.indexOf('\r\n\r\n');
  if (!part.startsWith('\r\n') || head < 0) return 'strange';
  const lines = part.slice(2, Math.max(2, head)).split('\r\n');
  const dispositions = lines.filter((line) => /^content-disposition:/i.test(line));
  const [disposition] = dispositions;
  const name =
    disposition === undefined ? undefined : /^[^:]+: *form-data; *name="([^"\\\r\n]*)"(.*)$/i.exec(disposition);
  if (dispositions.length !== 1 || name === undefined || name === null) return 'strange';
  if (name[2] !== '' || lines.length > 1) return 'file';
  return { name: name[1] ?? '', value: part.slice(head + 4) };
}
