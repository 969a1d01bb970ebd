import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import setNinthFuse from '../../scripts/set-ninth-fuse.ts'
import { expect, test } from './fixtures.ts'

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
