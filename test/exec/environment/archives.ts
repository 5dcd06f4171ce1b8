import { createHash } from 'node:crypto';
import { crc32, gzipSync } from 'node:zlib';

/** Files by path, for an archive. */
export type Files = { readonly [path: string]: string };

/** A zip archive without compression: what a wheel is. */
export function zip(files: Files): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, data] = [Buffer.from(path), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(0o100644 * 0x10000, 6);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), common, tail, name]));
    local.push(head);
    offset += head.length;
  }
  const index = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(local.length, 4);
  end.writeUInt16LE(local.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, index, Buffer.from('PK\x05\x06'), end]);
}

/** A wheel of pure Python. */
export function wheel(name: string, version: string, files: Files, more: Files = {}): Buffer {
  const info = `${name}-${version}.dist-info`;
  const all: Files = {
    ...files,
    [`${info}/METADATA`]: `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ...Object.fromEntries(Object.entries(more).map(([path, text]) => [`${info}/${path}`, text])),
  };
  const record = [...Object.keys(all), `${info}/RECORD`].map((path) => `${path},,`).join('\n');
  return zip({ ...all, [`${info}/RECORD`]: `${record}\n` });
}

/** A package as an npm registry serves it. */
export function tarball(files: Files): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const data = Buffer.from(text);
    const head = Buffer.alloc(512);
    head.write(`package/${path}`, 0);
    head.write('0000644\0', 100);
    head.write('0000000\0', 108);
    head.write('0000000\0', 116);
    head.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('00000000000\0', 136);
    head.write('        ', 148);
    head.write('0', 156);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [head, data, Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function integrity(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}
