import { Button } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerChoice } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { Callout } from '../../kit/Callout.tsx'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { restartWith } from './restart-with.ts'
import { ServerFields } from './ServerFields.tsx'
import { choiceOf, draftOf, isSameServer } from './server-draft.ts'
import { useServer } from './use-server.ts'
import { useServerTest } from './use-server-test.ts'
import '../settings.css'

/** Chooses the server: only one that answered is saved, and the app then starts anew. */
export function ServerForm() {
  const { data, isPending, refetch } = useServer()
  if (isPending) return <LoadingRows rows={2} />
  if (!data) return <FailedState onRetry={() => void refetch()} />
  return data.isFixed ? <FixedServer choice={data.choice} /> : <ChangeServer now={data.choice} />
}

/** The reason stands beside it: a field that cannot be changed must say who can. */
export function FixedServer({ choice }: { choice: ServerChoice }) {
  const { t } = useTranslation()
  return (
    <div className="server-fields">
      <p>{choice.kind === 'company' ? <span className="code">{choice.url}</span> : t('The server in this app')}</p>
      <Callout>
        {t(
          'The server is set by this computer’s environment (SELVEDGE_SERVER_URL) and cannot be changed here. Ask whoever looks after this computer.',
        )}
      </Callout>
    </div>
  )
}

function ChangeServer({ now }: { now: ServerChoice }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(now))
  const testing = useServerTest()
  const confirm = useConfirm()
  const { use, isRestarting, problem } = useRestart()
  const choice = choiceOf(draft)
  const isReady = choice !== null && !isSameServer(choice, now)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isRestarting) return
    const question = {
      title: t('Change the server and restart Selvedge?'),
      text: <Consequences to={choice} />,
      confirm: t('Save and restart'),
    }
    if (await confirm.ask(question)) await use(choice)
  }
  return (
    <form className="settings-form" onSubmit={(event) => void save(event)} noValidate>
      <ServerFields draft={draft} onChange={setDraft} testing={testing} />
      {problem ? <Callout tone="bad">{problem}</Callout> : null}
      <div className="settings-line">
        <Button
          type="submit"
          intent="primary"
          text={t('Save and restart')}
          disabled={!isReady}
          loading={isRestarting}
        />
        {choice === null ? <span className="muted">{t('The address is tested before it can be saved.')}</span> : null}
      </div>
      {confirm.dialog}
    </form>
  )
}

function Consequences({ to }: { to: ServerChoice }) {
  const { t } = useTranslation()
  return (
    <div className="settings-words">
      <p>
        {to.kind === 'company'
          ? t('Selvedge restarts and works with {{url}}. You sign in again there.', { url: to.url })
          : t('Selvedge restarts and works with the server in this app. You sign in again there.')}
      </p>
      <p>{t('What is on the present server stays there; nothing is copied. Save your work first.')}</p>
    </div>
  )
}

function useRestart() {
  const say = useSay()
  const [isRestarting, setRestarting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const use = async (choice: ServerChoice) => {
    setRestarting(true)
    setProblem(null)
    try {
      // The app goes down with this page: what comes back is a refusal only.
      await restartWith(choice)
    } catch (failure) {
      setRestarting(false)
      setProblem(say.problem(failure))
    }
  }
  return { use, isRestarting, problem }
}
