import { refusalMessages, sheetMessages } from '../../shared/domain/sheet-messages.ts'

export type RefusalParams = Readonly<Record<string, string | number>>

/** A whole file refused. `message` is a constant (wording and translation key); `params` hold the particulars. */
export class SheetRefused extends Error {
  readonly params: RefusalParams

  constructor(message: string, params: RefusalParams = {}) {
    super(message)
    this.name = 'SheetRefused'
    this.params = params
  }
}

export const notXlsx = (): SheetRefused => new SheetRefused(sheetMessages.notXlsx)

export const damaged = (part = ''): SheetRefused => new SheetRefused(refusalMessages.damaged, part ? { part } : {})
