import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import setNinthFuse from '../../scripts/set-ninth-fuse.ts'
import { expect, skipHere, test } from './fixtures.ts'
import { pack } from './packed.ts'

const on = '1'.charCodeAt(0)
const off = '0'.charCodeAt(0)

/** The ninth has no name yet in the package that reads them. */
const wasmTrapHandlers = 8

skipHere(process.platform !== 'linux', 'the fuses of a package, which is packed on Linux')
skipHere(!existsSync(join(import.meta.dirname, '../../out/main/index.js')), 'the fuses, since out/ is not built')

for (const system of ['linux', 'win'] as const) {
  // Would catch: a fuse that stays as Electron delivers it: Electron as a plain Node, its inspector, code beside the archive.
  test(`all nine fuses are set in the packed program, and read back (${system})`, async () => {
    test.setTimeout(180_000)
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-fuses-'))
    try {
      const { program } = await pack(folder, system)
      expect(await getCurrentFuseWire(program)).toEqual({
        version: '1',
        [FuseV1Options.RunAsNode]: off,
        [FuseV1Options.EnableCookieEncryption]: on,
        [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
        [FuseV1Options.EnableNodeCliInspectArguments]: off,
        [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
        [FuseV1Options.OnlyLoadAppFromAsar]: on,
        [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
        [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
        [wasmTrapHandlers]: on,
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

test.describe('the ninth fuse', () => {
  const packing = (appOutDir: string) => ({
    appOutDir,
    electronPlatformName: 'linux',
    packager: { executableName: 'selvedge', appInfo: { productFilename: 'Selvedge' } },
  })
  const withFuses = async (text: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-fuses-'))
    await writeFile(join(folder, 'selvedge'), text, 'latin1')
    return folder
  }

  test('is set in both halves of a universal program', async () => {
    const half = `${mark}\x01\x09000000000`
    const folder = await withFuses(`ab${half}cd${half}ef`)
    await setNinthFuse(packing(folder))
    const set = `${mark}\x01\x09000000001`
    expect(await readFile(join(folder, 'selvedge'), 'latin1')).toBe(`ab${set}cd${set}ef`)
    await rm(folder, { recursive: true })
  })

  // Would catch: a new Electron with a tenth fuse that nobody decided about, or without any.
  test('is not set where the program has another number of fuses: the packing ends', async () => {
    for (const [program, words] of [
      [`${mark}\x01\x0a0000000000`, '10 fuses'],
      [`${mark}\x01\x0800000000`, '8 fuses'],
      [`${mark}\x02\x09000000000`, 'version 2'],
      ['no mark', 'no fuses'],
    ] as const) {
      const folder = await withFuses(program)
      await expect.soft(setNinthFuse(packing(folder))).rejects.toThrow(words)
      await rm(folder, { recursive: true })
    }
  })
})
