import { crc32, deflateRawSync } from 'node:zlib'

/** A part of a hand-made archive. `claims` is the unpacked size its headers tell, true or not. */
export interface ZipPart {
  readonly name: string
  readonly data: string | Buffer
  readonly claims?: number
  /** General purpose flags; 1 means encrypted. */
  readonly flags?: number
}

/** Writes a zip archive byte by byte, so that tests can make one that lies. */
export function zip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const data = Buffer.from(part.data)
    const packed = deflateRawSync(data)
    const name = Buffer.from(part.name)
    const common = header(part, data, packed.length, name.length)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed])
    directory.push(directoryRecord(common, name, offset))
    files.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, central, end])
}

/** The 26 bytes that a local header and a directory record share. */
function header(part: ZipPart, data: Buffer, packed: number, nameLength: number): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x800 | (part.flags ?? 0), 2)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(crc32(data), 10)
  fields.writeUInt32LE(packed, 14)
  fields.writeUInt32LE(part.claims ?? data.length, 18)
  fields.writeUInt16LE(nameLength, 22)
  return fields
}

function directoryRecord(common: Buffer, name: Buffer, offset: number): Buffer {
  const start = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common])
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  return Buffer.concat([start, rest, name])
}
