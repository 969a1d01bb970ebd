import { Button, Dialog } from '@blueprintjs/core'
import { ArrowLeft, Search } from '@blueprintjs/icons'
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { opensFor, traceKinds } from '../../../shared/areas.ts'
import { useSay } from '../../actions/say.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { key, useNamed } from '../../i18n/formats.ts'
import { loadChinese } from '../../i18n/set-up.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { StylePicture } from '../../pictures/StylePicture.tsx'
import type { User } from '../../session/session.ts'
import { useRight } from '../../session/use-right.ts'
import { settingsPlaces } from '../../settings/places.ts'
import { viewWord } from '../../table/list-state.ts'
import { useMenu } from '../SideMenu.tsx'
import { actionsOnPage, type Destination, fitting, listPaths, type PageAction } from './palette-entries.ts'
import { TraceHistory } from './TraceHistory.tsx'
import { type Entry, entryKey, type Part, pictured, type useFind, usePalette } from './tracing.ts'

interface TraceDialogProps {
  user: User
  /** Looked up at once; empty: nothing yet. */
  code: string
  onClose: () => void
  /** After a way out to another screen. */
  onLeave: () => void
}

const headings: Readonly<Record<Part['key'], string>> = {
  recent: key('Opened last'),
  exact: key('Found'),
  actions: key('Actions'),
  screens: key('Screens'),
  views: key('Saved views'),
  settings: key('Settings'),
  records: key('Records'),
  found: key('Begins so'),
}

/** One field for every screen, record and code, and under it what answers, or the history of what was opened. The field is always ready for the next scan. */
export function TraceDialog({ user, code, onClose, onLeave }: TraceDialogProps) {
  const { t } = useTranslation()
  const listId = useId()
  const navigate = useNavigate()
  const locally = useLocalParts(user)
  const leave = (entry: Destination | PageAction) => {
    // An address with `trace` would open the box anew.
    if (entry.type === 'destination') onLeave()
    else onClose()
    if (entry.type === 'destination') void navigate(entry.path)
    // Behind the dialog's own end, which gives the focus back.
    else requestAnimationFrame(entry.run)
  }
  const { field, settled, found, parts, active, open, trail, keep } = usePalette({ code, locally, onLeave: leave })
  const { life: history, lives, back } = trail
  const isListed = !history && parts.length > 0
  const goBack = (event: ReactKeyboardEvent) => {
    if (!history || event.nativeEvent.isComposing || event.key !== 'Backspace') return
    event.preventDefault()
    event.stopPropagation()
    back()
  }
  const label = t('Screen, order, style, number, vendor or person')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Find anything')}
      className="trace-dialog"
      transitionDuration={0}
      shouldReturnFocusOnClose
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: going back works wherever in the dialog the focus is */}
      <div className="trace" onKeyDown={goBack}>
        <div className="trace-field">
          {history ? (
            <Button variant="minimal" icon={<ArrowLeft />} aria-label={t('Back to what was found')} onClick={back} />
          ) : (
            <Search size={16} aria-hidden="true" />
          )}
          <input
            {...field}
            autoFocus
            role="combobox"
            aria-label={label}
            aria-expanded={isListed}
            aria-controls={listId}
            aria-activedescendant={isListed ? `${listId}-${active}` : undefined}
            aria-autocomplete="list"
            placeholder={label}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </div>
        {history ? (
          // Those behind the last one stay, so that the way back leads to the same opened line at the same place.
          lives.map((each, place) => (
            <TraceHistory
              // biome-ignore lint/suspicious/noArrayIndexKey: the way grows and shrinks at its end only
              key={`${place} ${each.kind} ${each.code}`}
              traced={each}
              isShown={place === lives.length - 1}
              onOpen={trail.open}
              onKnown={(title) => keep({ ...each, title })}
              onLeave={onLeave}
            />
          ))
        ) : (
          <TraceHits listId={listId} text={settled} found={found} parts={parts} active={active} onOpen={open} />
        )}
      </div>
    </Dialog>
  )
}

const screenEntry = { type: 'destination', what: key('Screen'), isWords: true } as const
const settingEntry = { type: 'destination', what: key('Setting'), isWords: true } as const

/** Screens, saved views, settings and actions of the page that answer a text in the reader's language, in English or in Chinese. */
function useLocalParts(user: User): (text: string) => Part[] {
  const { t } = useTranslation()
  const chinese = useChinese()
  const menu = useMenu(user)
  const { data } = useAnswer('frame.getViews', {})
  // Read once: what lies under the palette does not change while it is open.
  const [actions] = useState(() => actionsOnPage(document.querySelector('#page-title')?.textContent ?? ''))
  const screens = menu.flatMap(({ items }) =>
    items.map(({ label, path }): Destination => ({ ...screenEntry, title: label, path })),
  )
  const settings = settingsPlaces(user).map(
    ({ label, path, about }): Destination => ({
      ...settingEntry,
      ...{ title: label, path, subtitle: about, subtitle_zh: about },
    }),
  )
  const views = (data?.views ?? []).flatMap(({ id, list, name, search }): Destination[] => {
    const path = (listPaths as Readonly<Record<string, string>>)[list]
    if (path === undefined || !opensFor(user, path)) return []
    const words = new URLSearchParams(search)
    words.set(viewWord, id)
    const screen = t(screens.find((one) => one.path === path)?.title ?? '')
    return [
      {
        ...{ type: 'destination', what: key('Saved view'), title: name, path: `${path}?${words}` },
        ...{ subtitle: screen, subtitle_zh: screen },
      },
    ]
  })
  const wordsOf = ({ title, subtitle = '', isWords }: Destination) =>
    isWords ? [title, t(title), t(subtitle), chinese[title] ?? ''] : [title, subtitle]
  return (text) =>
    [
      { key: 'actions', entries: fitting(text, actions, ({ title }) => [title]) },
      { key: 'screens', entries: fitting(text, screens, wordsOf) },
      { key: 'views', entries: fitting(text, views, wordsOf) },
      { key: 'settings', entries: text === '' ? [] : fitting(text, settings, wordsOf) },
    ].filter(({ entries }) => entries.length > 0) as Part[]
}

/** The Chinese of the program's texts, whose initials are typed in any language; nothing until it is loaded, or where it is not. */
function useChinese(): Readonly<Record<string, string>> {
  const [chinese, setChinese] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => {
    loadChinese().then(setChinese, () => undefined)
  }, [])
  return chinese
}

interface TraceHitsProps {
  listId: string
  text: string
  found: ReturnType<typeof useFind>
  parts: readonly Part[]
  active: number
  onOpen: (entry: Entry) => void
}

/** What answers the text; before anything is typed, what was opened last, what can be done here, and all screens. */
export function TraceHits({ listId, text, found, parts, active, onOpen }: TraceHitsProps) {
  const { t } = useTranslation()
  const say = useSay()
  const findsPeople = useRight('manageUsers')
  if (text !== '' && found.isError && parts.length === 0)
    return <FailedState text={say.problem(found.error)} onRetry={() => void found.refetch()} />
  if (parts.length > 0) return <Options {...{ listId, active, onOpen, parts }} />
  if (text === '') return null
  if (!found.isCurrent || found.data === undefined) return <LoadingRows rows={4} />
  return found.data.is_misread ? (
    <EmptyState
      title={t('This box code was misread')}
      text={t('Its check digit does not fit. Please scan or type it again.')}
    />
  ) : (
    <EmptyState
      title={t('Nothing was found')}
      text={
        findsPeople || /\d/.test(text)
          ? t('Please check the code, or try its first letters.')
          : t(
              'Please try its first letters. People are found here by administrators only: in a talk, type @ and a name.',
            )
      }
    />
  )
}

interface OptionsProps {
  listId: string
  parts: readonly Part[]
  active: number
  onOpen: (entry: Entry) => void
}

/** The list under the field, whose cursor the field's arrows move. */
function Options({ listId, parts, active, onOpen }: OptionsProps) {
  const { t } = useTranslation()
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    void document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])
  let at = -1
  return (
    <div id={listId} role="listbox" aria-label={t('Found')} className="trace-hits">
      {parts.map((part) => (
        // biome-ignore lint/a11y/useSemanticElements: options stand in groups, not fields
        <div key={part.key} role="group" aria-label={t(headings[part.key])}>
          <div className="trace-heading" aria-hidden="true">
            {t(headings[part.key])}
          </div>
          {part.entries.map((entry) => {
            at += 1
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, as the pattern of a combobox says
              <div
                key={entryKey(entry)}
                id={`${listId}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className="trace-hit"
                onClick={() => onOpen(entry)}
              >
                <Line entry={entry} />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function Line({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const named = useNamed()
  if (entry.type === 'action')
    return (
      <>
        <span className="trace-kind">{t('Action')}</span>
        <span className="trace-code">{entry.title}</span>
        <span className="trace-sub">{entry.record}</span>
      </>
    )
  if (entry.type === 'destination') {
    const { what, title, subtitle = '', subtitle_zh = '', status, isWords } = entry
    const said = named(subtitle, subtitle_zh)
    return (
      <>
        <span className="trace-kind">{t(what)}</span>
        <span className="trace-code">{isWords ? t(title) : title}</span>
        <span className="trace-sub">{isWords && said !== '' ? t(said) : said}</span>
        {status ? <StatusTag status={status} /> : null}
      </>
    )
  }
  const { traced } = entry
  return (
    <>
      <span className="trace-kind">{t(traceKinds[traced.kind].one)}</span>
      {'picture' in traced && traced.picture !== undefined ? <StylePicture of={pictured(traced)} /> : null}
      <span className="trace-code">{traced.title}</span>
      {'subtitle' in traced ? (
        <>
          <span className="trace-sub">{named(traced.subtitle, traced.subtitle_zh)}</span>
          {traced.status ? <StatusTag status={traced.status} short={traced.short ?? 0} /> : null}
        </>
      ) : null}
    </>
  )
}
