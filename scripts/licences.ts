import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The licences of everything that is delivered: libraries that the server and main load, those that the renderer's bundle
 * holds, and the fonts. Throws where a library has no licence, or one that would bind the whole product.
 */

/** Licences that let a closed product carry the library along, as SPDX names them. */
const taken = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
  'PostgreSQL',
  'Python-2.0',
  'OFL-1.1',
])

/** Libraries whose package.json says it in an old form, or not at all; read in their own files. */
const readByHand: Readonly<Record<string, string>> = {
  // Names none itself; its author gives its sisters binary and chainsaw under MIT. exceljs brings it along.
  buffers: 'MIT',
  chainsaw: 'MIT',
  'png-js': 'MIT',
  traverse: 'MIT',
}

/**
 * Libraries under the LGPL, delivered unchanged as shared libraries that lie beside the program as files of their own, so that
 * anybody may put another build in their place: that is what it asks for of a closed product, together with its text.
 */
const exchangeable = /^@img\/sharp-(libvips-)?(darwin|linux|win32)-/

const programsText = `libvips and what it is built of (glib, cairo, fribidi, libheif, librsvg, pango and others)
LGPL-3.0-or-later. Delivered unchanged as a shared library in node_modules/@img beside the program, where it may be replaced.
Its parts, their licences and its source: https://github.com/lovell/sharp-libvips

SumatraPDF (Windows only)
GPL-3.0. Delivered unchanged and run as a program of its own to print PDFs: https://www.sumatrapdfreader.org
Its source: https://github.com/sumatrapdfreader/sumatrapdf

ZXing-C++
Apache-2.0. Delivered unchanged as WebAssembly inside of zxing-wasm, which reads codes before a camera: https://github.com/zxing-cpp/zxing-cpp

PostgreSQL
The PostgreSQL License: https://www.postgresql.org/about/licence/
Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group
Portions Copyright (c) 1994, The Regents of the University of California
Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a
written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two
paragraphs appear in all copies.
IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL
DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF
CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY OF
CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.
`

interface Package {
  name: string
  version: string
  folder: string
  licence: string
}

interface Manifest {
  name?: string
  version?: string
  license?: string | { type?: string }
  licenses?: { type?: string }[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** `root` is the project's folder. */
export function licencesText(root: string): string {
  const all = [...delivered(root)].sort((a, b) => a.name.localeCompare(b.name))
  const wrong = all.filter((one) => !isTaken(one))
  if (wrong.length > 0) {
    const named = wrong.map(({ name, version, licence }) => `${name} ${version}: ${licence || 'none named'}`)
    throw new Error(`These licences must be looked at before anything is delivered:\n${named.join('\n')}`)
  }
  const head = `Selvedge is made with the work of others. Each of these parts stands under its own licence.\nElectron and Chromium name theirs in LICENSE.electron.txt and LICENSES.chromium.html beside the program.\n`
  return [head, ...all.map(partText), ...fontTexts(root), programsText, ...longTexts(root)].join(
    `\n${'-'.repeat(78)}\n\n`,
  )
}

/** Everything that main, server and renderer load, once a version. */
function delivered(root: string): Iterable<Package> {
  const found = new Map<string, Package>()
  const seen = new Set<string>()
  const walk = (name: string, from: string, kind: 'needed' | 'optional') => {
    const folder = folderOf(name, { from, root })
    if (folder === null && kind === 'needed')
      throw new Error(`${name} is not installed: licences are read from what is.`)
    // Types are read by the compiler alone.
    if (folder === null || seen.has(folder) || name.startsWith('@types/')) return
    seen.add(folder)
    const manifest = manifestIn(folder)
    const { version = '', dependencies = {}, optionalDependencies = {} } = manifest
    found.set(`${name} ${version}`, { name, version, folder, licence: licenceOf(manifest) })
    for (const next of Object.keys(dependencies))
      walk(next, folder, next in optionalDependencies ? 'optional' : 'needed')
    for (const next of Object.keys(optionalDependencies)) walk(next, folder, 'optional')
  }
  const own = manifestIn(root)
  for (const name of Object.keys(own.dependencies ?? {})) walk(name, root, 'needed')
  for (const name of importedByRenderer(root)) walk(name, root, 'needed')
  return found.values()
}

/** Libraries that are developed with, but whose code ends up in the page. */
function importedByRenderer(root: string): Set<string> {
  const folder = join(root, 'src/renderer')
  const names = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|css)$/.test(file)) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, type, wanted] of text.matchAll(
      /(?:^|\n)(?:import (type )?[^'";]*?|@import |.*?\bimport\()['"]([^.'"][^'"]*)['"]/g,
    )) {
      const name = wanted
        ?.split('/')
        .slice(0, wanted.startsWith('@') ? 2 : 1)
        .join('/')
      if (type === undefined && name !== undefined && folderOf(name, { from: root, root }) !== null) names.add(name)
    }
  }
  return names
}

/** Where Node would find a package from a folder, or null. */
function folderOf(name: string, { from, root }: { from: string; root: string }): string | null {
  for (let at = from; at.startsWith(root); at = join(at, '..')) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return folder
  }
  return null
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

function licenceOf({ name = '', license, licenses }: Manifest): string {
  const said = typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))
  return readByHand[name] ?? said ?? ''
}

/** "(MIT OR GPL-3.0)" leaves a choice; "MIT AND OFL-1.1" asks for both. */
function isTaken({ name, licence }: Package): boolean {
  const isOne = (part: string) => taken.has(part) || (part === 'LGPL-3.0-or-later' && exchangeable.test(name))
  const alternatives = licence.replace(/[()]/g, '').split(/ OR /i)
  return alternatives.some((one) => one.split(/ AND /i).every((part) => isOne(part.trim())))
}

function partText({ name, version, folder, licence }: Package): string {
  const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(one))
  const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
  return `${name} ${version}\n${licence}${text}\n`
}

function fontTexts(root: string): string[] {
  const folder = join(root, 'resources/fonts')
  return readdirSync(folder)
    .filter((name) => /licen[cs]e|OFL/i.test(name))
    .map((name) => `Fonts\n\n${readFileSync(join(folder, name), 'utf8').trim()}\n`)
}

/** What the LGPL and the GPL want beside the parts that stand under them. */
function longTexts(root: string): string[] {
  const folder = join(root, 'resources/licences')
  return readdirSync(folder)
    .sort()
    .map((name) => `${readFileSync(join(folder, name), 'utf8').trim()}\n`)
}
