import type { ReactNode } from 'react'
import type { Money } from '../../shared/kernel/field.ts'
import type { Locale } from '../table/words.ts'

interface FieldBasics<R> {
  readonly id: string
  /** English, and the key of its translation. */
  readonly header: string
  /** The header is only read out: what stands below says what it is. */
  readonly isQuiet?: boolean
  /** How a cell stands out. */
  readonly mark?: (row: R) => 'warn' | 'muted' | undefined
  readonly hint?: (row: R, words: Locale) => string
  /** Sort value, where it is not the value itself; an element or an `end` is not sorted without it. */
  readonly by?: (row: R, words: Locale) => string | number | null
  /** Stands at the foot of a table; `true` adds the values up. */
  readonly total?: true | ((rows: readonly R[], words: Locale) => ReactNode)
}

type Read<R, V> = (row: R, words: Locale) => V

/**
 * One description of a value of a row: a line of a drawer's facts, and a column of a table. The fields of a list are such
 * (`Field`), and what a screen alone knows: `part` is an element, `end` one at the end of its cell.
 */
export type ShownField<R> = FieldBasics<R> &
  (
    | { readonly kind?: 'text' | 'currency' | 'part' | 'end'; readonly of: Read<R, ReactNode> }
    | {
        readonly kind: 'code'
        readonly of: Read<R, ReactNode>
        /** Its record is opened by the trace box: under the code itself, or under another that it gives. */
        readonly traces?: true | ((row: R) => string | null)
      }
    | { readonly kind: 'day' | 'instant' | 'word'; readonly of: Read<R, string | null> }
    | { readonly kind: 'words'; readonly of: Read<R, readonly string[]> }
    /** Grams are shown with their unit; `kilograms` are grams, too, in a column or a fact whose header says kg. */
    | { readonly kind: 'pieces' | 'count' | 'grams' | 'kilograms'; readonly of: Read<R, number | null> }
    | { readonly kind: 'share'; readonly isSigned?: true; readonly of: Read<R, number | null> }
    | {
        readonly kind: 'number'
        readonly digits?: number
        readonly isSigned?: true
        readonly of: Read<R, number | null>
      }
    | { readonly kind: 'money'; readonly of: Read<R, Money | null> }
  )
