import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { contract } from '../../src/shared/areas.ts'
import type { Client } from './client.ts'

/** A photograph as a phone takes it: lying, with a note to turn it, its place, its camera, a thumbnail's worth of XMP. */
export async function phonePhoto(width = 300, height = 200): Promise<Buffer> {
  const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'SecretCamera', Model: 'SecretModel' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '23/1 7/1 4567/100',
        GPSLongitudeRef: 'E',
        GPSLongitude: '113/1 15/1 1/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>SecretPlace</note></x:xmpmeta>')
    .jpeg()
    .toBuffer()
}

/** A plain picture of one colour, never the same twice. */
export async function plainPhoto(width = 64, height = 48): Promise<Buffer> {
  made += 1
  const background = { r: made % 256, g: Math.floor(made / 256) % 256, b: Math.floor(Math.random() * 256) }
  return sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { ImageDescription: `photo ${made} ${Math.random()}` } })
    .jpeg()
    .toBuffer()
}

let made = 0

/** A PNG whose header promises so many pixels, and which holds next to none. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(3 * 1_000_000))
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** A progressive JPEG with its last scan so many times more. */
export function withScans(jpeg: Buffer, more: number): Buffer {
  const last = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: more }, () => last), jpeg.subarray(-2)])
}

/** The same PNG with chunks right behind its header. */
export function withChunks(png: Buffer, chunks: readonly (readonly [name: string, content: Buffer])[]): Buffer {
  const headerEnd = 8 + 25
  const added = chunks.map(([name, content]) => chunk(name, content))
  return Buffer.concat([png.subarray(0, headerEnd), ...added, png.subarray(headerEnd)])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Sends a picture and gives its id. */
export async function sendPhoto(client: Client, bytes?: Buffer): Promise<string> {
  const file = { name: 'photo.jpg', bytes: bytes ?? (await plainPhoto()) }
  const sent = await client.call(contract.photos.uploadReviewImage, { file })
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body))
  return sent.body.data.image_id
}
