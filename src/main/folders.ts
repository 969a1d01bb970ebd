import { join } from 'node:path'
import { app } from 'electron'

/** Where the built app finds its parts, packaged or not. */
export const folders = {
  renderer: join(import.meta.dirname, '../renderer'),
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  serverEntry: join(import.meta.dirname, 'server-process.js'),
  licences: join(import.meta.dirname, 'licences.txt'),
  /** Fonts and templates lie outside the archive, where the server reads them as files. */
  resources: () =>
    app.isPackaged ? join(process.resourcesPath, 'resources') : join(import.meta.dirname, '../../resources'),
  data: () => join(app.getPath('userData'), 'data'),
}
