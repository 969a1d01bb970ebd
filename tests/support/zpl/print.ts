import { area, type Canvas, canvasOf, dot, type Ink } from './canvas.ts'
import { code128Bars } from './code128.ts'
import { type ZplCommand, zplCommands } from './commands.ts'
import { graphicRows } from './graphic-data.ts'
import { drawLetters } from './printer-letters.ts'

/** A field as the printer understood it, in dots. */
export type ZplField =
  | { kind: 'text'; text: string; x: number; y: number; height: number; width: number; end: number }
  | { kind: 'code128'; data: string; module: number; x: number; y: number; width: number; height: number }
  | { kind: 'graphic'; x: number; y: number; width: number; height: number }
  | { kind: 'box'; x: number; y: number; width: number; height: number }

/** A label as it comes out. */
export interface ZplLabel extends Canvas {
  readonly copies: number
  readonly fields: readonly ZplField[]
}

export interface ZplPrint {
  readonly labels: readonly ZplLabel[]
  /** Pictures that the job left behind in the printer. */
  readonly saved: readonly string[]
  /** How many pictures were stored. */
  readonly stored: number
}

interface Picture {
  readonly rows: readonly Uint8Array[]
  readonly width: number
}

/** What ^XA opens and ^XZ closes. */
interface Format {
  width: number
  height: number
  copies: number
  fields: ZplField[]
  canvas: Canvas | null
}

interface Field {
  x: number
  y: number
  isTypeset: boolean
  isReversed: boolean
  isHex: boolean
  font: { height: number; width: number } | null
  bars: number | null
}

/** Settings that must be as they are here, or a label written for the defaults comes out wrong. */
const SETTINGS: Readonly<Record<string, string>> = {
  JM: 'A',
  MU: 'D',
  CI: '28',
  PO: 'N',
  PM: 'N',
  LR: 'N',
  FW: 'N',
  LH: '0,0',
}
const OTHER_SETTINGS = new Set(['BY'])

/**
 * A ZPL printer of our own for tests: takes the commands that Selvedge writes and draws their labels; any other command, a
 * command in the wrong place or a wrong number throws.
 */
export function printZpl(bytes: Uint8Array, { wider = 1 }: { wider?: number } = {}): ZplPrint {
  const printer = new Printer(wider)
  for (const command of zplCommands(bytes)) printer.take(command)
  return printer.end()
}

class Printer {
  #labels: ZplLabel[] = []
  #pictures = new Map<string, Picture>()
  #stored = 0
  #format: Format | null = null
  #field: Field = freshField()
  #settings = new Map<string, string>()
  #module = 0
  #wider: number

  constructor(wider: number) {
    this.#wider = wider
  }

  take(command: ZplCommand): void {
    if (command.prefix === '~') this.#download(command)
    else if (command.name === 'XA') this.#open()
    else if (this.#format) this.#takeInFormat(command, this.#format)
    else throw new Error(`^${command.name} stands outside of a format.`)
  }

  #takeInFormat({ name, rest }: ZplCommand, format: Format): void {
    if (name in SETTINGS) this.#settings.set(name, rest)
    else if (OTHER_SETTINGS.has(name)) this.#module = whole(rest)
    else if (name === 'PW') format.width = whole(rest)
    else if (name === 'LL') format.height = whole(rest)
    else if (name === 'PQ') format.copies = whole(rest)
    else if (name === 'XZ') this.#close(format)
    else if (name === 'ID') this.#forget(rest)
    else this.#fieldCommand(name, rest, format)
  }

  end(): ZplPrint {
    if (this.#format) throw new Error('The last format is not closed.')
    return { labels: this.#labels, saved: [...this.#pictures.keys()], stored: this.#stored }
  }

  #download({ name, rest }: ZplCommand): void {
    if (name !== 'DG' || this.#format) throw new Error(`~${name} is not known here.`)
    const [device = '', bytes = '', perRow = '', ...data] = rest.split(',')
    const rows = graphicRows(data.join(','), whole(perRow))
    if (rows.length * whole(perRow) !== whole(bytes)) throw new Error('A stored picture is not as long as it says.')
    this.#pictures.set(nameOf(device), { rows, width: whole(perRow) * 8 })
    this.#stored++
  }

  #open(): void {
    if (this.#format) throw new Error('A format is opened in a format.')
    this.#format = { width: 0, height: 0, copies: 1, fields: [], canvas: null }
    this.#field = freshField()
  }

  #close(format: Format): void {
    this.#format = null
    if (format.canvas) this.#labels.push({ ...format.canvas, copies: format.copies, fields: format.fields })
  }

  #forget(rest: string): void {
    if (!this.#pictures.delete(nameOf(rest))) throw new Error(`${rest} is not stored.`)
  }

  #canvas(format: Format): Canvas {
    for (const [name, value] of Object.entries(SETTINGS))
      if (this.#settings.get(name) !== value) throw new Error(`^${name} may still be as an earlier job left it.`)
    if (format.width === 0 || format.height === 0) throw new Error('A field stands before the size of the label.')
    format.canvas ??= canvasOf(format.width, format.height)
    return format.canvas
  }

  #fieldCommand(name: string, rest: string, format: Format): void {
    const field = this.#field
    if (name === 'FO' || name === 'FT') Object.assign(field, place(rest), { isTypeset: name === 'FT' })
    else if (name === 'FR') field.isReversed = true
    else if (name === 'FH') field.isHex = true
    else if (name === 'A') field.font = fontOf(rest)
    else if (name === 'BC') field.bars = barsOf(rest)
    else if (name === 'FS') this.#field = freshField()
    else if (name === 'FD') this.#data(rest, format)
    else if (name === 'GB') this.#box(rest, format)
    else if (name === 'GF') this.#graphic(rest, format)
    else if (name === 'XG') this.#recall(rest, format)
    else throw new Error(`^${name} is not known here.`)
  }

  get #ink(): Ink {
    return this.#field.isReversed ? 'reverse' : 'black'
  }

  #data(rest: string, format: Format): void {
    const canvas = this.#canvas(format)
    const { x, y, font, bars, isTypeset, isHex } = this.#field
    const text = isHex ? fromHex(rest) : rest
    if (bars !== null) {
      const runs = code128Bars(text)
      let at = x
      for (const [index, run] of runs.entries()) {
        if (index % 2 === 0) area(canvas, [at, y, run * this.#module, bars], this.#ink)
        at += run * this.#module
      }
      format.fields.push({ kind: 'code128', data: text, module: this.#module, x, y, width: at - x, height: bars })
    } else if (font && isTypeset) {
      const end = drawLetters(canvas, { text, x, y, ...font, wider: this.#wider }, this.#ink)
      format.fields.push({ kind: 'text', text, x, y, ...font, end })
    } else throw new Error('^FD follows neither a code nor a typeset font.')
  }

  #box(rest: string, format: Format): void {
    const [w = '', h = '', t = '', color = 'B'] = rest.split(',')
    const [width, height, edge] = [whole(w), whole(h), whole(t)]
    const { x, y } = this.#field
    const canvas = this.#canvas(format)
    const ink = color === 'W' ? 'white' : 'black'
    if (edge * 2 >= Math.min(width, height)) area(canvas, [x, y, width, height], ink)
    else {
      area(canvas, [x, y, width, edge], ink)
      area(canvas, [x, y + height - edge, width, edge], ink)
      area(canvas, [x, y, edge, height], ink)
      area(canvas, [x + width - edge, y, edge, height], ink)
    }
    format.fields.push({ kind: 'box', x, y, width, height })
  }

  #graphic(rest: string, format: Format): void {
    const [kind, sent = '', bytes = '', perRow = '', ...data] = rest.split(',')
    if (kind !== 'A' || sent !== bytes || whole(bytes) > 99_999)
      throw new Error(`^GF ${kind},${sent},${bytes} is wrong.`)
    const rows = graphicRows(data.join(','), whole(perRow))
    if (rows.length * whole(perRow) !== whole(bytes)) throw new Error('A picture is not as long as it says.')
    this.#draw({ rows, width: whole(perRow) * 8 }, format)
  }

  #recall(rest: string, format: Format): void {
    const [device = '', across, down] = rest.split(',')
    const picture = this.#pictures.get(nameOf(device))
    if (!picture || across !== '1' || down !== '1') throw new Error(`${rest} is not stored.`)
    this.#draw(picture, format)
  }

  #draw({ rows, width }: Picture, format: Format): void {
    const canvas = this.#canvas(format)
    const { x, y } = this.#field
    for (const [row, bytes] of rows.entries())
      for (let column = 0; column < width; column++)
        if (((bytes[column >> 3] ?? 0) >> (7 - (column & 7))) & 1) dot(canvas, x + column, y + row, this.#ink)
    format.fields.push({ kind: 'graphic', x, y, width, height: rows.length })
  }
}

function freshField(): Field {
  return { x: 0, y: 0, isTypeset: false, isReversed: false, isHex: false, font: null, bars: null }
}

function whole(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`${JSON.stringify(text)} is no whole number.`)
  return Number(text)
}

function place(rest: string): { x: number; y: number } {
  const [x = '', y = ''] = rest.split(',')
  return { x: whole(x), y: whole(y) }
}

function fontOf(rest: string): { height: number; width: number } {
  const [, height = '', width = ''] = /^0N,(\d+),(\d+)$/.exec(rest) ?? []
  if (whole(height) < 10 || whole(width) < 10) throw new Error('Font 0 begins at 10 dots.')
  return { height: whole(height), width: whole(width) }
}

function barsOf(rest: string): number {
  const [, height = ''] = /^N,(\d+),N,N,N,N$/.exec(rest) ?? []
  return whole(height)
}

function nameOf(device: string): string {
  if (!/^R:[A-Z0-9]{1,8}\.GRF$/.test(device)) throw new Error(`${device} is no picture in memory.`)
  return device
}

function fromHex(text: string): string {
  const bytes = text.replace(/_([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
