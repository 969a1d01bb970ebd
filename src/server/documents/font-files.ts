import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Weight } from './label-model.ts'

const FONT_FILES: Readonly<Record<Weight, string>> = {
  medium: 'NotoSansSC-Medium.ttf',
  bold: 'NotoSansSC-Bold.ttf',
}

/**
 * Where a weight of the label typeface lies. Looked for in `resourcesDir`, else in the environment's
 * SELVEDGE_RESOURCES, else in `resources/` of this file's folder and of every folder above it (that finds it from the
 * sources, from out/main and from a packaged app, whose resources folder lies above its app.asar).
 * @throws Error naming the file and the folders tried
 */
export function fontFile(weight: Weight, resourcesDir?: string): string {
  const given = resourcesDir ?? process.env.SELVEDGE_RESOURCES
  const folders = given === undefined ? resourceFolders() : [given]
  const paths = folders.map((folder) => join(folder, 'fonts', FONT_FILES[weight]))
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
