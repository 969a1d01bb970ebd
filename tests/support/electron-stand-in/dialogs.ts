import { basename, join } from 'node:path'
import type { WireHandlers } from './wire.ts'

type SaveAnswer = string | null | Promise<string | null>

/** The user at the app's dialogs, played by the test. */
export function answerDialogs(folder: string) {
  const saves: SaveAnswer[] = []
  const buttons: (number | Promise<number>)[] = []
  const suggested: string[] = []
  const questions: { message: string; detail?: string }[] = []
  const withdrawn: true[] = []
  const errorsShown: string[] = []
  const openedOutside: string[] = []
  const shownInFolder: string[] = []
  const openedFiles: string[] = []

  const handlers: WireHandlers = {
    async 'dialog.save'(options: { defaultPath?: string }) {
      const wanted = options.defaultPath ?? 'file'
      suggested.push(wanted)
      const path = saves.length > 0 ? await saves.shift() : join(folder, basename(wanted))
      return { canceled: path === null, filePath: path ?? '' }
    },
    async 'dialog.message'(options: { message: string; detail?: string; cancelId?: number }) {
      questions.push(options)
      return { response: (await buttons.shift()) ?? options.cancelId ?? 0, checkboxChecked: false }
    },
    'dialog.error'(text: string) {
      errorsShown.push(text)
    },
    'dialog.withdrawn'() {
      withdrawn.push(true)
    },
    'shell.openExternal'(url: string) {
      openedOutside.push(url)
    },
    'shell.openPath'(path: string) {
      openedFiles.push(path)
      return ''
    },
    'shell.showItemInFolder'(path: string) {
      shownInFolder.push(path)
    },
  }
  const answerSave = (path: SaveAnswer) => void saves.push(path)
  const answerQuestion = (button: number | Promise<number>) => void buttons.push(button)
  return {
    folder,
    handlers,
    suggested,
    questions,
    withdrawn,
    errorsShown,
    openedOutside,
    shownInFolder,
    openedFiles,
    answerSave,
    answerQuestion,
  }
}
