import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What electron-builder tells its hooks, as far as this one asks. */
interface Packing {
  appOutDir: string
  electronPlatformName: string
  packager: { executableName?: string; appInfo: { productFilename: string } }
}

const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuses = 9
const wasmTrapHandlers = 8

/**
 * Sets the fuse that electron-builder's copy of @electron/fuses does not know yet: WebAssembly's trap handlers stay on, as Electron
 * delivers them. Run by electron-builder before it sets the eight others and signs. Ends the packing where Electron has another
 * number of fuses than were decided about.
 */
// biome-ignore lint/style/noDefaultExport: electron-builder takes a hook by its default export.
export default async function setNinthFuse(packing: Packing): Promise<void> {
  const program = programOf(packing)
  const bytes = await readFile(program)
  // A universal program of macOS has two.
  const wires = [bytes.indexOf(mark), bytes.lastIndexOf(mark)].filter((at) => at >= 0).map((at) => at + mark.length)
  if (wires.length === 0) throw new Error(`${program} has no fuses`)
  for (const wire of wires) {
    const [version, length] = [bytes[wire], bytes[wire + 1]]
    if (version !== 1 || length !== fuses)
      throw new Error(`Electron has ${length} fuses (version ${version}), not ${fuses}`)
    bytes[wire + 2 + wasmTrapHandlers] = '1'.charCodeAt(0)
  }
  await writeFile(program, bytes)
}

function programOf({ appOutDir, electronPlatformName, packager }: Packing): string {
  const { productFilename } = packager.appInfo
  if (electronPlatformName === 'win32') return join(appOutDir, `${productFilename}.exe`)
  if (electronPlatformName === 'linux') return join(appOutDir, packager.executableName ?? productFilename)
  return join(appOutDir, `${productFilename}.app/Contents/Frameworks/Electron Framework.framework/Electron Framework`)
}
