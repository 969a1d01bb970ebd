import './first-day.css'
import { Button } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type FirstStepKey, firstStepWords, isFirstDayOver } from '../../../shared/areas/company/first-steps.ts'
import { type KindName, kindNamed } from '../../../shared/areas/data/kinds.ts'
import { contract } from '../../../shared/areas.ts'
import { landingPath } from '../../../shared/kernel/roles.ts'
import { settingsPath } from '../../../shared/kernel/screens.ts'
import type { CallData } from '../../actions/calls.ts'
import { DownloadButton } from '../../actions/files.tsx'
import { useAnswer, useRefresh } from '../../actions/useRows.ts'
import { Loaded } from '../../kit/Loaded.tsx'
import { Page } from '../../kit/Page.tsx'
import { Callout } from '../../kit/states.tsx'
import { reloadUser, sessionAtom, type User } from '../../session/session.ts'
import { useRight } from '../../session/use-right.ts'
import { useLocale } from '../../table/words.ts'
import { recordsAddress } from '../records/records-params.ts'
import { useDismissing } from './dismissing.ts'

type Day = CallData<'company.getFirstDay'>
type Step = Day['steps'][number]

/** What a new installation needs before the first order can be answered: counts, templates, and what is missing. */
export function FirstDayScreen() {
  const { t } = useLocale()
  const session = useAtomValue(sessionAtom)
  const day = useAnswer('company.getFirstDay', {})
  useFreshDay(day.data !== undefined)
  useLanding(session.state === 'signed-in' ? session.user : null, day.data?.state)
  return (
    <Page title={t('First steps')}>
      <div className="first-day">
        <Loaded answer={day} rows={10}>
          {(data) => <Steps day={data} />}
        </Loaded>
      </div>
    </Page>
  )
}

/** Whoever comes back from an import or a new account sees what came of it, not what was asked a moment ago. */
function useFreshDay(isKept: boolean) {
  const refresh = useRefresh()
  const isNew = useRef(true)
  useEffect(() => {
    if (isNew.current && isKept) void refresh(['company.getFirstDay', 'people.getSidemenu'])
    isNew.current = false
  })
}

/** Menu and landing page follow as soon as the steps are done or put away. */
function useLanding(user: User | null, state: Day['state'] | undefined) {
  const refresh = useRefresh()
  const isLanding = user?.landing_path === '/ops/first-day'
  const asked = useRef<Day['state']>(undefined)
  useEffect(() => {
    if (state === undefined || state === asked.current || isLanding === (state === 'open')) return
    asked.current = state
    void refresh(['people.getSidemenu'])
    void reloadUser()
  }, [state, isLanding, refresh])
}

function Steps({ day: { state, steps } }: { day: Day }) {
  const { t } = useLocale()
  const dismiss = useDismissing()
  const isOver = isFirstDayOver(steps)
  return (
    <>
      <div className="first-head">
        {state === 'open' ? (
          <p>
            {t(
              'Six steps to the first order: bring in your records by file or type them in, in this order. You can stop and go on at any time.',
            )}
          </p>
        ) : (
          <Outcome isDone={isOver} />
        )}
        <Button
          variant="minimal"
          text={state === 'dismissed' ? t('Show the first steps again') : t('Put away')}
          loading={dismiss.isRunning}
          disabled={state === 'done'}
          onClick={() => void dismiss.run(state !== 'dismissed')}
        />
      </div>
      <ol className="first-steps" aria-label={t('First steps')}>
        {steps.map((step, at) => (
          <StepPart key={step.key} step={step} place={at + 1} />
        ))}
      </ol>
    </>
  )
}

function Outcome({ isDone }: { isDone: boolean }) {
  const { t } = useLocale()
  const session = useAtomValue(sessionAtom)
  if (session.state !== 'signed-in') return null
  return (
    <Callout {...(isDone && { tone: 'good' })}>
      {isDone ? t('All first steps are done.') : t('The first steps are put away.')}{' '}
      <Link to={landingPath(session.user)}>{t('Go to work')}</Link>
    </Callout>
  )
}

function StepPart({ step: { key, kinds, people, missing }, place }: { step: Step; place: number }) {
  const { t, number } = useLocale()
  const { title, about } = firstStepWords[key]
  const isDone = missing.length === 0
  return (
    <li className="first-step" data-done={isDone}>
      <span className="first-mark" aria-hidden="true">
        {isDone ? <Tick size={16} /> : number(place)}
      </span>
      <div className="first-body">
        <h2>
          {t(title)} <span className="first-state">{isDone ? t('Done') : null}</span>
        </h2>
        <p className="muted">{t(about)}</p>
        {isDone ? null : (
          <ul className="first-missing" aria-label={t('Still missing')}>
            {missing.map(({ message, values }) => (
              <li key={message}>{t(message, values)}</li>
            ))}
          </ul>
        )}
        <div className="first-kinds">
          <OwnWay step={key} people={people} />
          {kinds.map(({ kind, rows }) => (
            <KindRow key={kind} kind={kind} rows={rows} />
          ))}
          {key === 'orders' ? (
            <div className="first-kind">
              <Link to="/ops/all-pending-orders" className="first-name">
                {t('All pending orders')}
              </Link>
            </div>
          ) : null}
        </div>
      </div>
    </li>
  )
}

/** What a step has beside records: the company's own facts, accounts. */
function OwnWay({ step, people }: { step: FirstStepKey; people: number | null }) {
  const { t, number } = useLocale()
  const session = useAtomValue(sessionAtom)
  const [mayCompany, mayUsers] = [useRight('companyFacts'), useRight('manageUsers')]
  if (step === 'company' && mayCompany && session.state === 'signed-in')
    return (
      <div className="first-kind">
        <span className="first-name">{t('Company facts')}</span>
        <span />
        <span className="first-ways">
          <Link to={`${settingsPath(session.user)}?tab=company`}>{t('Fill in')}</Link>
        </span>
      </div>
    )
  if (step === 'people')
    return (
      <div className="first-kind">
        <span className="first-name">{t('Accounts')}</span>
        <span className="first-count">{number(people ?? 0)}</span>
        <span className="first-ways">
          {mayUsers ? (
            <>
              <Link to="/ops/users?do=vendors">{t('Accounts for vendors…')}</Link>
              <Link to="/ops/users">{t('Make accounts')}</Link>
            </>
          ) : (
            <span className="muted">{t('Administrators make accounts.')}</span>
          )}
        </span>
      </div>
    )
  return null
}

function KindRow({ kind, rows }: { kind: KindName; rows: number }) {
  const { t, number } = useLocale()
  const many = t(kindNamed(kind).many)
  return (
    <div className="first-kind">
      <Link to={recordsAddress(kind)} className="first-name">
        {many}
      </Link>
      <span className="first-count">{number(rows)}</span>
      <span className="first-ways">
        <DownloadButton
          call={contract.data.getSample}
          input={{ kind, filled: true }}
          text={t('Template')}
          size="small"
          variant="minimal"
        />
        <Link to={recordsAddress(kind, { do: 'import' })} aria-label={`${t('Import…')} ${many}`}>
          {t('Import…')}
        </Link>
        <Link
          to={kind === 'orders' ? '/ops/all-pending-orders?do=new' : recordsAddress(kind, { do: 'new' })}
          aria-label={`${t('Enter by hand')} ${many}`}
        >
          {t('Enter by hand')}
        </Link>
      </span>
    </div>
  )
}
