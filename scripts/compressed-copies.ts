import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** What shrinks; pictures and fonts are packed already. */
const TEXT = /\.(js|css|html|svg|wasm)$/

/** Below this a packed copy saves no packet. */
const SMALLEST_BYTES = 1_400

/**
 * Writes `x.js.br` and `x.js.gz` beside every text and program of the built renderer, which the server sends in its place. Browsers take brotli over
 * https only; in a warehouse's own network it is plain http.
 */
export function writeCompressedCopies(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const bytes = readFileSync(path)
    if (bytes.length < SMALLEST_BYTES) continue
    // The last step from 10 to 11 takes as long as all before it and gains a fiftieth.
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
