import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blanksOf, longestTranslation } from '../../../shared/kernel/languages.ts'
import { useAction } from '../../actions/useAction.ts'
import { type RowOf, useRows } from '../../actions/useRows.ts'
import { api } from '../../api/client.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { putWord } from '../../i18n/set-up.ts'
import { draftKey, useSavedDraft } from '../../kit/drafts.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { EmptyState, Instant } from '../../kit/states.tsx'
import { useUserId } from '../../session/use-user-id.ts'
import { useLocale } from '../../table/words.ts'
import type { LanguageProgress } from './LanguagePanel.tsx'

interface TextListProps {
  language: LanguageProgress
  show: 'missing' | 'own' | 'all'
  search: string
}

/** The texts of one language. A filled one stays in its place until the list is loaded anew, so that nothing jumps while typing. */
export function TextList({ language, show, search }: TextListProps) {
  const { t } = useLocale()
  const list = useRows('languages.getTranslations', { language: language.code, show, search })
  if (list.isError || list.isLoading) {
    return <Loaded answer={{ ...list, data: undefined }}>{() => null}</Loaded>
  }
  if (list.rows.length === 0) return <Nothing show={show} isSearched={search !== ''} />
  return (
    <div className="lang-list">
      <div className="lang-head" aria-hidden="true">
        <span>English</span>
        <span lang={language.code}>{language.name}</span>
      </div>
      <ul inert={list.isOld}>
        {list.rows.map((row) => (
          <TextRow key={row.key} language={language} row={row} />
        ))}
      </ul>
      {list.hasMore ? (
        <Button className="lang-next" text={t('Show more')} loading={list.isFetching} onClick={list.loadMore} />
      ) : null}
    </div>
  )
}

function Nothing({ show, isSearched }: { show: TextListProps['show']; isSearched: boolean }) {
  const { t } = useLocale()
  if (isSearched) return <EmptyState title={t('No text matches')} text={t('Try other words or another tab.')} />
  if (show === 'missing') return <EmptyState title={t('Nothing is missing')} text={t('Every text is translated.')} />
  return <EmptyState title={t('Nothing was filled in here yet')} text={t('All words are those of the program.')} />
}

type Row = RowOf<'languages.getTranslations'>

const isText = (saved: unknown): saved is string => typeof saved === 'string'

interface TextRowProps {
  language: LanguageProgress
  row: Row
}

/** One text: the English, and a field for its translation that saves on Enter or when it is left. */
export function TextRow({ language, row }: TextRowProps) {
  const { t } = useLocale()
  const { now, save, drop, isDropped } = useText(language.code, row)
  const send = async (text: string | null, from: Row) => (await save.run({ text, now: from }))?.data.translation
  const { text, isTyped, isWrong, type, leave } = useTextField(language.code, now, send)
  useUnsaved(isTyped, t('Translation of “{{text}}”', { text: row.key.slice(0, 40) }))
  const press = (event: ReactKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void leave()
      if (!isWrong) nextField(event.currentTarget)?.focus()
    }
    if (event.key === 'Escape') type(null)
  }
  if (isDropped) return null
  return (
    <li className="lang-row" data-own={now.is_own}>
      <div>
        <p className="lang-english">{row.key}</p>
        <RowNotes now={now} onDrop={drop} onTakeBack={() => void save.run({ text: null, now })} />
      </div>
      <div>
        <textarea
          className="lang-field"
          lang={language.code}
          rows={row.key.length > 70 ? 3 : 1}
          value={text}
          maxLength={longestTranslation}
          aria-label={t('Translation of “{{text}}”', { text: row.key })}
          aria-invalid={isWrong}
          placeholder={t('Untranslated')}
          onChange={({ target }) => type(target.value)}
          onBlur={() => void leave()}
          onKeyDown={press}
        />
        {isWrong ? <p className="lang-wrong">{blanksProblem(row.key, t)}</p> : null}
      </div>
    </li>
  )
}

const hasOtherBlanks = (text: string, { key }: Row) => text.trim() !== '' && blanksOf(text) !== blanksOf(key)
const isOther = (text: string, { text: known }: Row) => text.trim() !== (known ?? '')

/**
 * What is typed over a text, and its saving when the field is left: one save after the other, so that Enter, which leaves the field in
 * the same moment, saves once, and what is typed and left while a save is on its way is saved right after it. `send` gives the text
 * as it was saved, undefined where it was not.
 */
export function useTextField(
  language: string,
  now: Row,
  send: (text: string | null, from: Row) => Promise<Row | undefined>,
) {
  const [draft, keep] = useSavedDraft(draftKey(useUserId(), `translation.${language}.${now.key}`), isText)
  const text = draft ?? now.text ?? ''
  const isTyped = isOther(text, now)
  const isWrong = hasOtherBlanks(text, now)
  const sending = useRef(false)
  const isLeftAgain = useRef(false)
  const leave = async () => {
    isLeftAgain.current = true
    if (sending.current) return
    if (!isTyped) return keep(() => null)
    if (isWrong) return
    sending.current = true
    try {
      let from: Row | undefined = now
      let typed = draft
      while (from && typed !== null && isLeftAgain.current && isOther(typed, from) && !hasOtherBlanks(typed, from)) {
        isLeftAgain.current = false
        const sent = typed
        from = await send(sent.trim() || null, from)
        // What was typed meanwhile stays.
        if (from) keep((later) => (typed = later === sent ? null : later))
      }
    } finally {
      sending.current = false
    }
  }
  const type = (typed: string | null) => {
    isLeftAgain.current = false
    keep(() => typed)
  }
  return { text, isTyped, isWrong, type, leave }
}

function blanksProblem(key: string, t: ReturnType<typeof useTranslation>['t']): string {
  const blanks = blanksOf(key)
  if (blanks === '') return t('This text has no {{…}}: please leave them out.')
  return t('Please keep these in the translation, and no others: {{blanks}}', { blanks })
}

interface RowNotesProps {
  now: Row
  onDrop: () => void
  onTakeBack: () => void
}

function RowNotes({ now, onDrop, onTakeBack }: RowNotesProps) {
  const { t } = useLocale()
  return (
    <p className="lang-notes">
      {now.asked_at !== null ? <span className="dt-tag">{t('asked for by a screen')}</span> : null}
      {now.text === null && !now.is_known ? (
        <Button size="small" variant="minimal" text={t('Remove from the list')} onClick={onDrop} />
      ) : null}
      {now.is_own && now.updated_by !== null && now.updated_at !== null ? (
        <span className="muted">
          {now.updated_by} · <Instant at={now.updated_at} />
        </span>
      ) : null}
      {now.is_own ? <Button size="small" variant="minimal" text={t('Take back')} onClick={onTakeBack} /> : null}
    </p>
  )
}

/** The text as it is now, and its ways of change. Saving changes this screen's own words at once. */
function useText(language: string, row: Row) {
  const { i18n } = useTranslation()
  const client = useQueryClient()
  const [now, setNow] = useState(row)
  const [isDropped, setDropped] = useState(false)
  useEffect(() => setNow(row), [row])
  const take = (translation: Row) => {
    setNow(translation)
    if (i18n.language === language) putWord(language, row.key, translation.text)
    void client.invalidateQueries({ queryKey: ['languages.getTranslations', 'counts'] })
  }
  const send = async (text: string | null, version: number, options = {}) => {
    const reply = await api.languages.saveTranslation({ language, key: row.key, text, version }, options)
    take(reply.data.translation)
    return reply
  }
  const save = useAction(
    ({ text, now: { version } }: { text: string | null; now: Row }, options) => send(text, version, options),
    {
      refresh: ['languages.getLanguages'],
      undo: ({ data }, { now: before }, options) =>
        send(before.is_own ? before.text : null, data.translation.version, options),
    },
  )
  const dropping = useAction(
    (_: null, options) => api.languages.dropMissingKeys({ language, keys: [row.key] }, options),
    {
      refresh: ['languages.getLanguages'],
    },
  )
  const drop = () => void dropping.run(null).then((reply) => setDropped(reply !== undefined))
  return { now, save, drop, isDropped }
}

function nextField(field: HTMLElement): HTMLElement | null {
  return field.closest('li')?.nextElementSibling?.querySelector('textarea') ?? null
}
