import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Weight } from './label-model.ts'

/** What each font is for: `sc` has Latin and Chinese, the others a script of India each. */
export type FontName = 'sc' | 'devanagari' | 'tamil'

const FAMILIES: Readonly<Record<FontName, string>> = {
  sc: 'NotoSansSC',
  devanagari: 'NotoSansDevanagari',
  tamil: 'NotoSansTamil',
}
const WEIGHTS: Readonly<Record<Weight, string>> = { medium: 'Medium', bold: 'Bold' }

/**
 * Where a weight of a font of labels and papers lies. Looked for in `resourcesDir`, else in the environment's
 * SELVEDGE_RESOURCES, else in `resources/` of this file's folder and of every folder above it (that finds it from the
 * sources, from out/main and from a packaged app, whose resources folder lies above its app.asar).
 * @throws Error naming the file and the folders tried
 */
export function fontFile(weight: Weight, resourcesDir?: string, font: FontName = 'sc'): string {
  const given = resourcesDir ?? process.env.SELVEDGE_RESOURCES
  const folders = given === undefined ? resourceFolders() : [given]
  const paths = folders.map((folder) => join(folder, 'fonts', `${FAMILIES[font]}-${WEIGHTS[weight]}.ttf`))
  const found = paths.find((path) => existsSync(path))
  if (found === undefined) throw new Error(`The label font is not there. Looked for ${paths.join(', ')}.`)
  return found
}

function resourceFolders(): string[] {
  const folders: string[] = []
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    // Packaged: …/resources/app.asar/out/main/x.js, so a folder above is itself the resources folder.
    folders.push(join(at, 'resources'), at)
  }
  return folders
}
