import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildIfNeeded } from './build-if-needed.ts'

/**
 * `npm run package:server`: a Debian package of the server with its own Node and PostgreSQL, a systemd unit and the command `selvedge`.
 * `--version` names another version than package.json's (more than one: a package of each), `--to` another folder than dist; `--quick` does not compress.
 */

const root = join(import.meta.dirname, '..')
const templates = join(import.meta.dirname, 'server-package')
/** Only the desktop app needs them. */
const ofDesktop = new Set(['electron-log', 'electron-store', 'electron-updater', 'pdf-to-printer'])
/** Not read by a server: texts for developers, and builds for browsers. */
const unneeded =
  /(^|\/)(test|tests|__tests__|example|examples|benchmark|benchmarks|coverage|\.github)(\/|$)|\.(md|markdown|map|flow|mts|cts|tsbuildinfo)$|\.d\.ts$|exceljs\/dist\/|bwip-js\/(src\/|barcode\.ps|dist\/bwip-js\.)/

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})
const manifestIn = (folder: string) => manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

const { values } = parseArgs({
  options: {
    version: { type: 'string', multiple: true },
    quick: { type: 'boolean', default: false },
    to: { type: 'string', default: join(root, 'dist') },
  },
})
if (process.platform !== 'linux')
  throw new Error('A Debian package is made on Linux: its Node and PostgreSQL are those of this machine.')
await buildIfNeeded()
const versions = values.version ?? [manifestIn(root).version]
const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim()
const stage = mkdtempSync(join(tmpdir(), 'selvedge-server-'))
try {
  mkdirSync(values.to, { recursive: true })
  gather()
  for (const version of versions) console.log(pack(version))
} finally {
  rmSync(stage, { recursive: true, force: true })
}

/** Puts together what every version of the package has. */
function gather(): void {
  chmodSync(stage, 0o755)
  const lib = join(stage, 'usr/lib/selvedge')
  for (const folder of ['out/main', 'out/renderer', 'src/server', 'src/shared'])
    copy(join(root, folder), join(lib, folder), (path) => !path.endsWith('.map'))
  copy(join(root, 'resources'), join(lib, 'resources'), (path) => !/^(icons|licences|mac)(\/|$)/.test(path))
  for (const name of ['admin', 'backup', 'backup-words', 'check-ledger', 'ending', 'restore', 'with-database'])
    copy(join(import.meta.dirname, `${name}.ts`), join(lib, 'scripts', `${name}.ts`))
  for (const folder of packagesOf(root)) copy(join(root, folder), join(lib, folder), (path) => !unneeded.test(path))
  copy(process.execPath, join(lib, 'bin/node'))
  copy(join(root, 'package.json'), join(lib, 'package.json'))

  place('selvedge', 'usr/bin/selvedge', 0o755)
  place('selvedge.service', 'usr/lib/systemd/system/selvedge.service')
  place('selvedge.conf', 'etc/selvedge/selvedge.conf', 0o640)
  copy(join(root, 'docs/operations.md'), join(stage, 'usr/share/doc/selvedge-server/operations.md'))
  copy(join(root, 'out/main/licences.txt'), join(stage, 'usr/share/doc/selvedge-server/copyright'))
  for (const name of ['postinst', 'prerm', 'postrm']) place(name, `DEBIAN/${name}`, 0o755)
  writeFileSync(join(stage, 'DEBIAN/conffiles'), '/etc/selvedge/selvedge.conf\n')
}

/** Gives the path of the package. */
function pack(version: string): string {
  writeFileSync(join(stage, 'usr/lib/selvedge/VERSION'), `${version}\n`)
  const kib = Math.ceil(Number(execFileSync('du', ['-sk', stage], { encoding: 'utf8' }).split('\t')[0]))
  writeFileSync(join(stage, 'DEBIAN/control'), control(version, kib))
  const target = join(values.to, `selvedge-server_${version}_${architecture}.deb`)
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', ...(values.quick ? ['-Znone'] : ['-Zxz', '-z6']), '--build', stage, target],
    { stdio: 'ignore' },
  )
  return target
}

function control(version: string, kib: number): string {
  return `Package: selvedge-server
Version: ${version}
Section: web
Priority: optional
Architecture: ${architecture}
Maintainer: Selvedge <selvedge@example.com>
Depends: passwd, libc6 (>= 2.31), util-linux
Installed-Size: ${kib}
Description: supply chain of a fashion company, server
 From the vendor who packs a box over quality control, production and
 warehouses to the shops. Brings its own Node and PostgreSQL.
`
}

/** Folders below the root of every package that the server needs, with what those need. */
function packagesOf(from: string): string[] {
  const found = new Set<string>()
  const add = (folder: string): void => {
    const { dependencies, optionalDependencies } = manifestIn(folder)
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) {
      if (folder === root && ofDesktop.has(name)) continue
      const at = findPackage(folder, name)
      if (at === undefined || found.has(at)) continue
      found.add(at)
      add(at)
    }
  }
  add(from)
  return [...found].map((folder) => relative(root, folder))
}

/** Where a package finds another, as Node does; undefined of one for other systems. */
function findPackage(from: string, name: string): string | undefined {
  for (let folder = from; folder.startsWith(root); folder = join(folder, '..')) {
    const at = join(folder, 'node_modules', name)
    if (existsSync(join(at, 'package.json'))) return at
    if (folder === root) return undefined
  }
  return undefined
}

function place(name: string, to: string, mode = 0o644): void {
  copy(join(templates, name), join(stage, to))
  chmodSync(join(stage, to), mode)
}

/** Copies a file or folder; `takes` is asked with the path below it, and packages within a package come by themselves. */
function copy(from: string, to: string, takes: (path: string) => boolean = () => true): void {
  mkdirSync(join(to, '..'), { recursive: true })
  const isFolder = statSync(from).isDirectory()
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => {
      const below = relative(from, path).split(sep).join('/')
      return !isFolder || below === '' || (basename(path) !== 'node_modules' && takes(below))
    },
  })
}
