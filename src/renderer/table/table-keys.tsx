import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyList } from '../kit/KeyList.tsx'
import type { RowSelection } from './selection.ts'
import * as choose from './selection.ts'

/** A key of a list's own, for the row under the cursor. */
export interface RowKey<R> {
  /** One letter, as it is typed. */
  key: string
  /** In the reader's language, for the list of keys. */
  does: string
  run: (row: R) => void
}

interface GridKeys {
  count: number
  cursor: number
  go: (index: number) => void
  pick: (index: number, isRange: boolean) => void
  open: (index: number) => void
  ids: readonly string[]
  selection: RowSelection | undefined
  /** True when the letter was one of the list's own. */
  letter: (key: string) => boolean
}

const page = 15

/** Where a key takes the row cursor, or null when it is no moving key. */
export function moveCursor(key: string, cursor: number, count: number): number | null {
  const targets: Record<string, number> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    j: cursor + 1,
    k: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: count - 1,
  }
  const target = targets[key]
  return target === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, target))
}

/** The keys of the grid itself: move, choose, open. A header's button keeps its own keys. */
export function useGridKeys({ count, cursor, go, pick, open, ids, selection, letter }: GridKeys) {
  return (event: ReactKeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey) return
    const acts = act(event)
    if (acts) event.preventDefault()
  }

  function act(event: ReactKeyboardEvent): boolean {
    const target = event.ctrlKey || event.metaKey ? null : moveCursor(event.key, cursor, count)
    if (target !== null) {
      if (event.shiftKey && selection) {
        // The range starts where the cursor stood, as in a file list.
        if (choose.isEmpty(selection.selection) && cursor >= 0) pick(cursor, false)
        pick(target, true)
      }
      go(target)
      return true
    }
    if (event.key === 'Enter' && cursor >= 0) return done(() => open(cursor))
    if (event.key === ' ' && cursor >= 0) return done(() => pick(cursor, event.shiftKey))
    if (event.key === 'Escape' && selection && !choose.isEmpty(selection.selection)) return done(selection.clear)
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && selection) {
      return done(() => selection.set((now) => choose.toggleLoaded(now, ids)))
    }
    return !event.ctrlKey && !event.metaKey && !event.shiftKey && letter(event.key)
  }
}

function done(work: () => void): true {
  work()
  return true
}

interface PageKeys {
  root: RefObject<HTMLElement | null>
  cursor: number
  go: (index: number) => void
  onHelp: () => void
}

/**
 * `/` goes to the search field and `?` lists the keys, wherever on the page the focus is, unless something is typed. From there the rows
 * are one key away: ↓ or Enter out of the search, J or K from anywhere, ↓ where nothing has the focus.
 */
export function usePageKeys(keys: PageKeys): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const { root, cursor, go, onHelp } = now.current
      const grid = root.current?.querySelector<HTMLElement>('[role="grid"]')
      if (!document.querySelector('[aria-modal="true"], .bp6-dialog') && grid && leadsToRows(event, root.current)) {
        // The search asks what was typed before it is left.
        if (event.key !== 'Enter') event.preventDefault()
        grid.focus({ preventScroll: true })
        if (event.key !== 'Enter') go(Math.max(0, cursor))
        return
      }
      if (event.defaultPrevented || isTyping(event.target)) return
      if (document.querySelector('[aria-modal="true"], .bp6-dialog')) return
      if (event.key !== '?') return
      onHelp()
      event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Keys of the grid itself are its own; a menu's or a header's arrows are theirs. */
function leadsToRows(event: globalThis.KeyboardEvent, table: HTMLElement | null): boolean {
  const { key, target, shiftKey, defaultPrevented } = event
  if (shiftKey || !(target instanceof HTMLElement)) return false
  if (target.matches('[data-table-search]'))
    return table?.contains(target) === true && (key === 'ArrowDown' || key === 'Enter')
  if (defaultPrevented || isTyping(target) || target.closest('[role="grid"], [role="menu"], [role="listbox"]'))
    return false
  if (key === 'j' || key === 'k') return true
  return key === 'ArrowDown' && target === document.body
}

/** The search field that `/` leads to: of the dialog on top, else of the open drawer, else of the page. */
function searchInSight(): HTMLInputElement | undefined {
  const top = [...document.querySelectorAll('[aria-modal="true"], .bp6-dialog')].at(-1) ?? document
  const fields = [...top.querySelectorAll<HTMLInputElement>('[data-table-search]')].filter((one) =>
    one.checkVisibility(),
  )
  return fields.find((one) => one.closest('.drawer')) ?? fields[0]
}

/** `/` leads to the search field, wherever it shows the key. */
export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || isTyping(event.target) || searchInSight() !== field.current) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [field])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  )
}

interface KeysDialogProps {
  isOpen: boolean
  onClose: () => void
  canSelect: boolean
  rowKeys: readonly Pick<RowKey<unknown>, 'key' | 'does'>[]
}

const moving = [
  ['↑ ↓ J K PgUp PgDn Home End', 'Move through the rows'],
  ['↓', 'Out of the search field: to the rows'],
  ['Enter', 'Open the row'],
  ['/', 'Go to the search field'],
] as const

const choosing = [
  ['Space', 'Select the row'],
  ['Shift + ↑ ↓', 'Select a range'],
  ['Ctrl + A', 'Select all loaded rows'],
  ['Esc', 'Clear selection'],
] as const

const layout = [
  ['Alt + ← →', 'On a column header: narrower, wider'],
  ['Alt + Shift + ← →', 'On a column header: move the column'],
  ['?', 'This list'],
] as const

/** The table's keys, listed. */
export function KeysDialog({ isOpen, onClose, canSelect, rowKeys }: KeysDialogProps) {
  const { t } = useTranslation()
  const own = rowKeys.map(({ key, does }) => [key.toUpperCase(), does] as const)
  const common = [...moving, ...(canSelect ? choosing : []), ...layout].map(([key, does]) => [key, t(does)] as const)
  return <KeyList isOpen={isOpen} onClose={onClose} keys={[...own, ...common]} />
}
