import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { PrintJob } from '../../src/shared/bridge.ts'
import { done, expect, signIn } from './fixtures.ts'
import { job, missing, serveLabels, stateOf, test } from './print-fixtures.ts'

test.skip(missing !== null, missing ?? '')

/** Where the app is killed: while `lp` holds or releases, before or after CUPS heard of it. */
const moments = [
  { word: 'hold', when: 'before', ends: 'printed' },
  { word: 'hold', when: 'after', ends: 'printed' },
  { word: 'resume', when: 'before', ends: 'over' },
  { word: 'resume', when: 'after', ends: 'printed' },
] as const

for (const { word, when, ends } of moments) {
  /** Would catch: a job printed by the dead app's program and by the new app, or by neither without a word. */
  test(`killed ${when} CUPS heard “${word}”, a job comes out at most once, and its program’s late word changes nothing`, async ({
    start,
    server,
    cups,
  }) => {
    await serveLabels(server)
    await cups.addPrinter('Zebra')
    const before = (await cups.printed()).length
    const slow = await slowLp(word, when)
    const path = [slow.folder, process.env.PATH ?? ''].join(delimiter)
    const first = await start({ environment: { CUPS_SERVER: cups.address, PATH: path } })
    await signIn(first.page)
    const caught = await done<PrintJob>(first.page, 'print.print', { ...job, printer: 'Zebra' })
    await expect.poll(() => existsSync(slow.reached)).toBe(true)
    await first.kill()

    const second = await start({ folder: first.folder, environment: { CUPS_SERVER: cups.address } })
    const state = async () => (await stateOf(second.page, caught.id))?.state
    await expect.poll(state, { timeout: 20_000 }).toMatch(ends === 'over' ? /printed|failed/ : /printed/)
    // The dead app's program has had its say, and the app has looked once more.
    await expect.poll(() => existsSync(slow.ended), { timeout: 20_000 }).toBe(true)
    const last = await done<PrintJob>(second.page, 'print.print', { ...job, printer: 'Zebra' })
    await expect.poll(async () => (await stateOf(second.page, last.id))?.state).toBe('printed')
    const came = (await cups.printed()).length - before - 1
    expect(came).toBe((await state()) === 'printed' ? 1 : 0)
    await rm(slow.folder, { recursive: true })
  })
}

/** An `lp` that says when it is reached, and takes its time before or after the real one does the work. */
async function slowLp(word: string, when: 'before' | 'after') {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-slow-lp-'))
  const [reached, ended] = [join(folder, 'reached'), join(folder, 'ended')]
  const wait = `touch '${reached}'; sleep 6`
  const work = '/usr/bin/lp "$@"'
  const steps = when === 'before' ? `${wait}\n${work}` : `${work}\n${wait}`
  const script = `#!/bin/sh
case " $* " in
*" -H ${word} "*) ${steps}
touch '${ended}' ;;
*) ${work} ;;
esac
`
  await writeFile(join(folder, 'lp'), script)
  await chmod(join(folder, 'lp'), 0o755)
  return { folder, reached, ended }
}
