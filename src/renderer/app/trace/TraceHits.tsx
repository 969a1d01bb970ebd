import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSay } from '../../actions/say.ts'
import { useNamed } from '../../i18n/named.ts'
import { StatusTag } from '../../kit/StatusTag.tsx'
import { EmptyState, FailedState, LoadingRows } from '../../kit/states.tsx'
import { type Hit, kindWords, type Traced } from './kinds.ts'
import type { Recent } from './recent.ts'
import type { useFind } from './use-find.ts'

interface TraceHitsProps {
  listId: string
  text: string
  found: ReturnType<typeof useFind>
  hits: readonly Hit[]
  recent: readonly Recent[]
  active: number
  onOpen: (traced: Traced) => void
}

/** What a code may be; before anything is typed, what was traced last. */
export function TraceHits({ listId, text, found, hits, recent, active, onOpen }: TraceHitsProps) {
  const { t } = useTranslation()
  const say = useSay()
  if (text === '') {
    if (recent.length === 0)
      return (
        <EmptyState
          title={t('Type or scan any code')}
          text={t('Its life is shown on one timeline, with what can be done next.')}
        />
      )
    return <Options {...{ listId, active, onOpen }} label={t('Traced last')} options={recent} />
  }
  if (found.isError) return <FailedState text={say.problem(found.error)} onRetry={() => void found.refetch()} />
  if (hits.length > 0) return <Options {...{ listId, active, onOpen }} label={t('Found')} options={hits} />
  if (!found.isCurrent || found.data === undefined) return <LoadingRows rows={4} />
  return found.data.is_misread ? (
    <EmptyState
      title={t('This box code was misread')}
      text={t('Its check digit does not fit. Please scan or type it again.')}
    />
  ) : (
    <EmptyState title={t('Nothing was found')} text={t('Please check the code, or try its first letters.')} />
  )
}

interface OptionsProps {
  listId: string
  label: string
  options: readonly (Recent | Hit)[]
  active: number
  onOpen: (traced: Traced) => void
}

/** The list under the field, whose cursor the field's arrows move. */
function Options({ listId, label, options, active, onOpen }: OptionsProps) {
  const { t } = useTranslation()
  const named = useNamed()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which is no clean-up.
    void list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <h3 className="trace-heading">{label}</h3>
      <div ref={list} id={listId} role="listbox" aria-label={label} className="trace-hits">
        {options.map((option, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's, as the pattern of a combobox says
          <div
            key={`${option.kind} ${option.code}`}
            id={`${listId}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className="trace-hit"
            onClick={() => onOpen(option)}
          >
            <span className="trace-kind">{t(kindWords[option.kind].one)}</span>
            <span className="trace-code">{option.title}</span>
            {'subtitle' in option ? (
              <>
                <span className="trace-sub">{named(option.subtitle, option.subtitle_zh)}</span>
                {option.status ? <StatusTag status={option.status} /> : null}
              </>
            ) : null}
          </div>
        ))}
      </div>
    </>
  )
}
