import { app, type BrowserWindow, dialog, Menu } from 'electron'

interface Question {
  message: string
  detail?: string
  /** The last one is what closing the question means. */
  buttons: readonly [string, ...string[]]
  /** Aborted: the question has answered itself and goes away. */
  signal?: AbortSignal
}

/** Asks the user natively, for what a page cannot ask: it is gone, hangs, or is about to close. Answers the button's place. */
export type Ask = (question: Question) => Promise<number>

export function asker(window: () => BrowserWindow | null): Ask {
  return async ({ buttons, ...rest }) => {
    const last = buttons.length - 1
    const options = {
      type: 'question' as const,
      ...rest,
      buttons: [...buttons],
      defaultId: 0,
      cancelId: last,
      noLink: true,
    }
    const owner = window()
    const answer = await (owner ? dialog.showMessageBox(owner, options) : dialog.showMessageBox(options))
    return answer.response
  }
}

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
