import { setImmediate as breath } from 'node:timers/promises'

/** Packed this much at a time, so that a window is not kept waiting by a long log. */
const slice = 256 * 1024

/** Texts as one zip file, piece by piece. */
export async function* zipped(parts: AsyncIterable<{ name: string; text: string }>): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await import('fflate')
  let made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    made.push(bytes)
  })
  for await (const { name, text } of parts) {
    const file = new ZipDeflate(name.replaceAll('\\', '/'), { level: 6 })
    zip.add(file)
    const bytes = Buffer.from(text, 'utf8')
    for (let at = 0; at < bytes.length; at += slice) {
      file.push(bytes.subarray(at, at + slice))
      await breath()
    }
    file.push(new Uint8Array(), true)
    yield* made
    made = []
  }
  zip.end()
  yield* made
}
