import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getRawHeader } from '@electron/asar'

/** @electron/fuses looks for this mark, a version, a count and that many switches (1 is on, 0 off). */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuses = Buffer.from(`${fuseMark}\x01\x09111111111`, 'latin1')
const root = join(import.meta.dirname, '../..')

export type PackedFor = 'linux' | 'win'

/** A packed app: its folder, and the program that holds the fuses. */
export interface Packed {
  folder: string
  program: string
}

/**
 * Packs the project's own build with a dummy in Electron's place: enough for the configuration, the archive's content and the
 * fuses. Its fuses are as Electron delivers them: all on but the last three, and one too many for a tenth to come.
 */
export async function pack(folder: string, system: PackedFor): Promise<Packed> {
  const electron = join(folder, `electron-${system}`)
  await mkdir(join(electron, 'resources'), { recursive: true })
  await writeFile(join(electron, 'version'), '45.4.1')
  const program = join(electron, system === 'win' ? 'electron.exe' : 'electron')
  await writeFile(program, system === 'win' ? await windowsProgram() : fuses)
  await chmod(program, 0o755)
  const output = join(folder, `packed-${system}`)
  const options = [
    `--${system}`,
    '--x64',
    '--dir',
    '--publish',
    'never',
    `-c.electronDist=${electron}`,
    `-c.directories.output=${output}`,
    // Icon, names and signature of a Windows program are set by programs of Windows.
    ...(system === 'win' ? ['-c.win.signAndEditExecutable=false'] : []),
  ]
  await promisify(execFile)(join(root, 'node_modules/.bin/electron-builder'), options, { cwd: root })
  const unpacked = join(output, `${system}-unpacked`)
  return { folder: unpacked, program: join(unpacked, system === 'win' ? 'Selvedge.exe' : 'selvedge') }
}

/** The packer writes the archive's sum into the program's resources, so it must be a real one: one of the packer's own will do. */
async function windowsProgram(): Promise<Buffer> {
  const program = await readFile(join(root, 'node_modules/electron-winstaller/vendor/rcedit.exe'))
  fuses.copy(program, 4_096)
  return program
}

interface Entry {
  files?: Record<string, Entry>
  unpacked?: boolean
}

/** Every file of the archive, with whether it lies beside it. */
export function archived({ folder }: Packed): Map<string, boolean> {
  return new Map(entries(getRawHeader(join(folder, 'resources/app.asar')).header as Entry))
}

function* entries(entry: Entry, path = ''): Generator<[string, boolean]> {
  for (const [name, child] of Object.entries(entry.files ?? {})) {
    const at = path === '' ? name : `${path}/${name}`
    if (child.files) yield* entries(child, at)
    else yield [at, child.unpacked === true]
  }
}
