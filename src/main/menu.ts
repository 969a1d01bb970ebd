import { app, Menu } from 'electron'

/** macOS has copy and paste in the menu bar; elsewhere the app's own frame is enough. Reloading belongs to developers. */
export function setMenu(): void {
  if (process.platform !== 'darwin' && app.isPackaged) {
    Menu.setApplicationMenu(null)
    return
  }
  const developing = app.isPackaged ? [] : [{ role: 'reload' as const }, { role: 'toggleDevTools' as const }]
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
      { role: 'editMenu' },
      { label: 'View', submenu: [...developing, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }] },
      { role: 'windowMenu' },
    ]),
  )
}
