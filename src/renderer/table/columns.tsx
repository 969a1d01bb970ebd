import type { ReactNode } from 'react'
import type { Tone } from '../../shared/kernel/area.ts'
import { englishOf, type Field, type Looks as FieldLooks, pickFields } from '../../shared/kernel/field.ts'
import { key } from '../i18n/formats.ts'
import { statusTone } from '../kit/StatusTag.tsx'
import type { Locale } from './words.ts'

/**
 * One column as a value. `header` is English and the key of its translation, `width` in pixels. Cells are plain elements:
 * a list of thousands is drawn from them, so no component with hooks and nothing of Blueprint belongs in a cell.
 */
export interface Column<R> {
  readonly id: string
  readonly header: string
  readonly width: number
  /** What it counts, in English: the tooltip of its header. */
  readonly means?: string
  readonly align?: 'start' | 'end' | 'center'
  /** The server's name of this order; a column without one cannot be sorted by. */
  readonly sort?: string
  /** Pinned at the left until the user says otherwise. */
  readonly pinned?: boolean
  /** Hidden until the user shows it. */
  readonly hidden?: boolean
  /** On a screen of fewer pixels it is hidden until the user shows it: what else the list says is worth more there. */
  readonly shownFrom?: number
  /** Takes the room that is left over. */
  readonly grows?: boolean
  /** What it is in an export, where that is not itself: a cell of two lines is two columns, a button is none. */
  readonly exports?: readonly ExportedColumn[]
  /** The English words that its cells may show, to be translated in an export; by the server's code where that is another. */
  readonly words?: readonly string[] | Readonly<Record<string, string>>
  /** Left out by a list for who may not see prices. */
  readonly isPrice?: boolean
  readonly cell: (row: R, words: Locale) => ReactNode
}

/** A column of an export: the server's id and an English header. */
export interface ExportedColumn {
  readonly id: string
  readonly header: string
}

type Basics = Pick<Column<never>, 'id' | 'header'> & Partial<Omit<Column<never>, 'id' | 'header' | 'cell'>>

function column<R>(basics: Basics, width: number, cell: Column<R>['cell']): Column<R> {
  return { width, ...basics, cell }
}

type Of<R, T> = Basics & { of: (row: R, words: Locale) => T }

/** Words, with a quieter second line where `under` gives one. Cut off with the whole text as a hint. */
export function textColumn<R>({ of, under, ...basics }: Of<R, string> & { under?: (row: R, words: Locale) => string }) {
  return column<R>(basics, 180, (row, words) => {
    const text = of(row, words)
    const below = under?.(row, words)
    if (!below) return <span title={text}>{text}</span>
    return (
      <span className="dt-two" title={`${text}\n${below}`}>
        <span>{text}</span>
        <span className="muted">{below}</span>
      </span>
    )
  })
}

/** A code as printed: fixed-width digits, never wrapped. */
export function codeColumn<R>({ of, ...basics }: Of<R, string>) {
  return column<R>(basics, 132, (row, words) => <span className="code">{of(row, words)}</span>)
}

/** A calendar day `yyyy-mm-dd`; empty shows a dash. */
export function dayColumn<R>({
  of,
  under,
  ...basics
}: Of<R, string | null> & { under?: (row: R, words: Locale) => ReactNode }) {
  return column<R>(basics, 116, (row, words) => {
    const day = of(row, words)
    const text = day ? words.day(day.slice(0, 10)) : '–'
    const below = under?.(row, words)
    if (!below) return text
    return (
      <span className="dt-two">
        <span>{text}</span>
        {below}
      </span>
    )
  })
}

interface DueDay {
  /** `yyyy-mm-dd`. */
  day: string | null
  /** It has passed, and what was due is not done. */
  isOverdue: boolean
}

/** A cell of a day by which something is due: one that has passed stands out, in words and in colour. */
export function dueCell<R>(of: (row: R) => DueDay): Column<R>['cell'] {
  return (row, { t, day: shown }) => {
    const { day, isOverdue } = of(row)
    if (day === null) return nothing
    return isOverdue ? <span className="overdue">{t('{{day}}, overdue', { day: shown(day) })}</span> : shown(day)
  }
}

/** Whole pieces. Zero is quiet, so that what differs from zero stands out. */
export function piecesColumn<R>({ of, tone, ...basics }: Of<R, number> & { tone?: Tone }) {
  return column<R>({ align: 'end', ...basics }, 92, (row, words) => {
    const count = of(row, words)
    if (count === 0) return <span className="muted">0</span>
    return <span data-tone={tone}>{words.number(count)}</span>
  })
}

export function moneyColumn<R>({ of, ...basics }: Of<R, { minor: number; currency: string } | null>) {
  return column<R>({ align: 'end', ...basics }, 108, (row, words) => {
    const value = of(row, words)
    return value ? words.money(value) : <span className="muted">–</span>
  })
}

export interface Tag {
  /** Already in the reader's language. */
  text: string
  tone: Tone
  hint?: string
}

function drawTag({ text, tone, hint }: Tag) {
  return (
    <span key={text} className="dt-tag" data-tone={tone} title={hint || text}>
      {text}
    </span>
  )
}

/** One status as a tag; `of` gives the stable English word. */
export function statusColumn<R>({ of, ...basics }: Of<R, string>) {
  return column<R>(basics, 184, (row, words) => {
    const status = of(row, words)
    return (
      <span className="status-tag" data-tone={statusTone(status)}>
        {words.t(status)}
      </span>
    )
  })
}

/** Any number of small tags. */
export function flagsColumn<R>({ of, ...basics }: Of<R, readonly Tag[]>) {
  return column<R>(basics, 150, (row, words) => <span className="dt-tags">{of(row, words).map(drawTag)}</span>)
}

/** An odd cell of its own, for instance quick actions. */
export function partColumn<R>({ of, ...basics }: Of<R, ReactNode>) {
  return column<R>(basics, 120, of)
}

/**
 * The column at another width. What a list shows until the user says otherwise fits a screen of 1280 pixels beside the side menu.
 */
export function narrow<R>(column: Column<R>, width: number): Column<R> {
  return { ...column, width }
}

/** The column for screens of at least so many pixels; on others for those who ask for it in the column menu. */
export function wide<R>(column: Column<R>, shownFrom: number): Column<R> {
  return { ...column, shownFrom }
}

/** The column for those who ask for it in the column menu. */
export function hidden<R>(column: Column<R>): Column<R> {
  return { ...column, hidden: true }
}

/** A button in a cell: it acts at once, without opening the row and outside the tab order of the grid. */
export function CellButton(props: {
  label: string
  hint?: string
  tone?: Tone
  isBusy?: boolean
  onPress: () => void
}) {
  const { label, hint, tone = 'neutral', isBusy, onPress } = props
  return (
    <button
      type="button"
      tabIndex={-1}
      className="dt-button"
      data-tone={tone}
      title={hint}
      disabled={isBusy}
      onClick={(event) => {
        event.stopPropagation()
        onPress()
      }}
    >
      {label}
    </button>
  )
}

export interface ColumnChoice<R, S = R> {
  /** Ids of the fields that are columns here, in their order; left out, all that stand in a list by themselves. */
  only?: readonly string[]
  /** Cells that say more than their field does. */
  cells?: Readonly<Record<string, (row: S, words: Locale) => ReactNode>>
  /** What stands otherwise here than everywhere. */
  looks?: Readonly<Record<string, FieldLooks>>
  /** Where the row of the fields is found in that of the table. */
  rowOf?: (row: S) => R
}

/** For those who may not see prices. */
export function withoutPrices<R>(columns: readonly Column<R>[]): readonly Column<R>[] {
  return columns.filter(({ isPrice }) => isPrice !== true)
}

/** The columns of a table, made of the fields of its list: one description for the screen and for the file. */
export function tableColumns<R, S = R>(all: readonly Field<R>[], choice: ColumnChoice<R, S> = {}): Column<S>[] {
  const { only, cells = {}, looks = {} } = choice
  const rowOf = choice.rowOf ?? ((row: S) => row as unknown as R)
  const shown = only ? pickFields(all, only) : all.filter(({ isPart }) => !isPart)
  return shown.map((field) => {
    const {
      with: parts = [],
      isOnlyOnScreen,
      isPart: _part,
      digits: _digits,
      isSigned: _signed,
      words,
      ...own
    } = { ...field, ...looks[field.id] }
    const { of: _of, kind: _kind, ...basics } = own
    const further = pickFields(all, parts)
    const exports = isOnlyOnScreen ? [] : [field, ...further].map(({ id, header }) => ({ id, header }))
    const cell = cells[field.id] ?? fieldCell(field, further[0], rowOf, words)
    const isNumber = ['pieces', 'count', 'number', 'share', 'grams', 'money'].includes(field.kind)
    return {
      ...(isNumber && { align: 'end' as const }),
      width: widths[field.kind],
      ...basics,
      ...((further.length > 0 || isOnlyOnScreen) && { exports }),
      ...(words && { words }),
      cell,
    }
  })
}

const widths: Record<Field<unknown>['kind'], number> = {
  text: 180,
  code: 132,
  word: 150,
  words: 150,
  day: 116,
  instant: 148,
  pieces: 92,
  count: 92,
  number: 92,
  share: 92,
  grams: 92,
  money: 108,
  currency: 84,
}

/** Said of numbers that who counts may not know before. */
export const hiddenWhileBlind = key('Hidden while counting is blind')

const nothing = <span className="muted">–</span>

function fieldCell<R, S>(
  field: Field<R>,
  under: Field<R> | undefined,
  rowOf: (row: S) => R,
  words: FieldLooks['words'],
): Column<S>['cell'] {
  const { id, header } = field
  switch (field.kind) {
    case 'text':
    case 'currency': {
      const of = (row: S, reader: Locale) => field.of(rowOf(row), reader) || '–'
      if (under?.kind !== 'code' && under?.kind !== 'text') return textColumn<S>({ id, header, of }).cell
      return textColumn<S>({ id, header, of, under: (row, reader) => under.of(rowOf(row), reader) ?? '' }).cell
    }
    case 'code':
      return codeColumn<S>({ id, header, of: (row, reader) => field.of(rowOf(row), reader) || '–' }).cell
    case 'word':
      return (row, reader) => {
        const code = field.of(rowOf(row), reader)
        return code === null ? nothing : reader.t(englishOf(words, code))
      }
    case 'words':
      return tagsCell((row, reader) =>
        field.of(rowOf(row), reader).map((code) => ({ text: reader.t(englishOf(words, code)), tone: 'neutral' })),
      )
    case 'day':
      return dayColumn<S>({ id, header, of: (row, reader) => field.of(rowOf(row), reader) }).cell
    case 'instant':
      return (row, reader) => {
        const at = field.of(rowOf(row), reader)
        if (at === null) return nothing
        return (
          <time dateTime={at} title={reader.zone(rowOf(row))}>
            {reader.instant(at, rowOf(row))}
          </time>
        )
      }
    case 'pieces': {
      const { tone } = field
      const of = (row: S, reader: Locale) => field.of(rowOf(row), reader)
      const known = piecesColumn<S>({
        id,
        header,
        of: (row, reader) => of(row, reader) ?? 0,
        ...(tone && { tone }),
      }).cell
      return (row, reader) =>
        of(row, reader) === null ? <span title={reader.t(hiddenWhileBlind)}>–</span> : known(row, reader)
    }
    case 'count':
      return (row, reader) => shownNumber(field.of(rowOf(row), reader), reader.number)
    case 'number':
      return (row, reader) =>
        shownNumber(field.of(rowOf(row), reader), (value) => reader.decimal(value, field.digits ?? 0, field.isSigned))
    case 'share':
      return (row, reader) =>
        shownNumber(field.of(rowOf(row), reader), (share) => reader.percent(share, field.isSigned))
    case 'grams':
      return (row, reader) => shownNumber(field.of(rowOf(row), reader), reader.number)
    case 'money':
      return moneyColumn<S>({ id, header, of: (row, reader) => field.of(rowOf(row), reader) }).cell
  }
}

function shownNumber(value: number | null, say: (value: number) => string): ReactNode {
  return value === null ? nothing : say(value)
}

/** A cell of small tags. */
export function tagsCell<R>(of: (row: R, words: Locale) => readonly Tag[]): Column<R>['cell'] {
  return (row, words) => <span className="dt-tags">{of(row, words).map(drawTag)}</span>
}

/** A cell of one status, coloured by what it means; `of` gives the English word. */
export function statusCell<R>(of: (row: R) => string): Column<R>['cell'] {
  return statusColumn<R>({ id: '', header: '', of }).cell
}

/** One status whose colour its list knows. */
export function toneCell<R>(of: (row: R) => { word: string; tone: Tone }): Column<R>['cell'] {
  return (row, { t }) => {
    const { word, tone } = of(row)
    return (
      <span className="status-tag" data-tone={tone}>
        {t(word)}
      </span>
    )
  }
}
