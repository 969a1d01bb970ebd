import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { PrintJob } from '../../src/shared/bridge.ts'
import { sendFile, shippingLabel } from './fake-server.ts'
import { test as base, done, expect, signIn } from './fixtures.ts'
import { job, test as printTest, serveLabels, stateOf } from './print-fixtures.ts'
import { startRawListener } from './raw-listener.ts'

/** A program of CUPS's that the app finds before the real one. */
async function programInPath(name: string, script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-programs-'))
  await writeFile(join(folder, name), `#!/bin/bash\n${script}\n`)
  await chmod(join(folder, name), 0o755)
  return { folder, path: [folder, process.env.PATH ?? ''].join(delimiter) }
}

/** Would catch: a label printer on the network that waits for a printing system that it does not need, and so does its user. */
base(
  'a printing system that hangs holds up neither who prints nor a printer that is not its own',
  async ({ start, server }) => {
    base.setTimeout(90_000)
    const label = Buffer.from('^XA^FO10,10^GB10,10,10^FS^XZ\n')
    server.on(shippingLabel, (_request, response) =>
      sendFile(response, label, 'attachment; filename="shipping_labels.zpl"', 'application/zpl'),
    )
    const listener = await startRawListener()
    const marks = await mkdtemp(join(tmpdir(), 'selvedge-lpstat-'))
    const ended = join(marks, 'ended')
    const hung = await programInPath('lpstat', `trap 'touch ${ended}$1; kill $!; exit 1' TERM\nsleep 30 & wait`)
    const { page } = await start({ environment: { PATH: hung.path } })
    await signIn(page)
    const way = { kind: 'socket', host: '127.0.0.1', port: listener.port }
    await done(page, 'print.keepRawPrinters', [{ name: 'Zebra', dialect: 'zpl-203', way }])

    const queued = await done<PrintJob>(page, 'print.print', { ...job, printer: 'Queue' })
    const sent = await done<PrintJob>(page, 'print.print', { ...job, printer: 'Zebra' })
    // The app gives the program that lists printers up in the end: both were taken before.
    expect(existsSync(`${ended}-e`)).toBe(false)
    await expect.poll(() => stateOf(page, sent.id)).toMatchObject({ state: 'sent' })
    expect(listener.heard()).toEqual([label])
    await expect
      .poll(() => stateOf(page, queued.id), { timeout: 40_000 })
      .toMatchObject({ state: 'queued', problem: expect.stringMatching(/does not answer|not possible/) })
    await listener.away()
    await rm(hung.folder, { recursive: true })
    await rm(marks, { recursive: true })
  },
)

/** Would catch: a file that another program holds (as Windows lets it) ending the app, or the line of its printer. */
printTest('a label file that cannot be taken away keeps nobody from printing', async ({ start, server, cups }) => {
  await serveLabels(server)
  await cups.addPrinter('Zebra')
  const before = (await cups.printed()).length
  // In its place a folder, which is not taken away as a file either.
  const swap = 'for last; do :; done; case " $* " in *" -H hold "*) rm -f "$last"; mkdir "$last";; esac'
  const lp = await programInPath('lp', `/usr/bin/lp "$@" || exit 1\n${swap}`)
  const app = await start({ environment: { CUPS_SERVER: cups.address, PATH: lp.path } })
  await signIn(app.page)
  for (const title of ['first', 'second']) {
    const { id } = await done<PrintJob>(app.page, 'print.print', { ...job, printer: 'Zebra', title })
    await expect.poll(() => stateOf(app.page, id)).toMatchObject({ state: 'printed' })
  }
  expect((await cups.printed()).length).toBe(before + 2)
  await rm(lp.folder, { recursive: true })
})
