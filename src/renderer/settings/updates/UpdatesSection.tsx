import { Button, HTMLSelect } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { UpdateChannel, UpdateState } from '../../../shared/bridge.ts'
import { useSay } from '../../actions/say.ts'
import { useAction } from '../../actions/useAction.ts'
import { forgetAllUnsaved, hasUnsaved } from '../../app/unsaved.ts'
import { useAskedAction } from '../../forms/useAskedAction.tsx'
import { host, isDesktop } from '../../host/host.ts'
import { Callout, Instant } from '../../kit/states.tsx'
import { Field } from '../../people/Fields.tsx'
import { ProfileSection } from '../../people/ProfileScreen.tsx'

/** Which version is here, which is to come, and from where. */
export function UpdatesSection() {
  const { t } = useTranslation()
  const { state } = useUpdates()
  return <ProfileSection title={t('Updates')}>{state === undefined ? null : <Updates state={state} />}</ProfileSection>
}

function Updates({ state }: { state: UpdateState }) {
  const say = useSay()
  if (state.state === 'off') return <OffWords reason={say.message(state.reason)} />
  if (!isDesktop) return <NewerPage />
  return (
    <div className="settings-form">
      <UpdateWords state={state} />
      <UpdateButtons state={state} />
      <div className="update-channel">
        <Channel />
      </div>
    </div>
  )
}

/** In a browser: the server has a newer page than the one that is open. */
function NewerPage() {
  const { t } = useTranslation()
  const install = useInstall()
  return (
    <div className="settings-line">
      <p role="status">{t('A new version of Selvedge is there.')}</p>
      <Button intent="primary" text={t('Reload')} onClick={() => install.ask()} />
      {install.dialog}
    </div>
  )
}

function OffWords({ reason }: { reason: string }) {
  const { t } = useTranslation()
  return <p>{reason || t('Updates do not come through the app here.')}</p>
}

function Channel() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: ['host-settings'], queryFn: () => host.settings.get(), gcTime: 0 })
  const save = useAction((updateChannel: UpdateChannel) => host.settings.set({ updateChannel }), {
    done: () => null,
    refresh: [],
  })
  const choose = async (channel: UpdateChannel) => {
    const saved = await save.run(channel)
    if (saved) client.setQueryData(['host-settings'], saved)
  }
  return (
    <Field label={t('Channel')} hint={t('Beta versions come earlier and are less tested.')}>
      {(ties) => (
        <HTMLSelect
          {...ties}
          fill
          value={data?.updateChannel ?? 'stable'}
          disabled={!data || save.isRunning}
          onChange={({ target }) => void choose(target.value === 'beta' ? 'beta' : 'stable')}
        >
          <option value="stable">{t('Stable')}</option>
          <option value="beta">{t('Beta')}</option>
        </HTMLSelect>
      )}
    </Field>
  )
}

type Live = Exclude<UpdateState, { state: 'off' }>

function UpdateWords({ state }: { state: Live }) {
  const { t } = useTranslation()
  const say = useSay()
  if (state.state === 'checking') return <p role="status">{t('Checking for a newer version…')}</p>
  if (state.state === 'downloading') {
    const { version, percent } = state
    return (
      <p role="status">
        {t('Downloading version {{version}}: {{percent}}%', { version, percent: Math.floor(percent) })}
      </p>
    )
  }
  if (state.state === 'failed') return <Callout tone="bad">{say.message(state.problem)}</Callout>
  if (state.state === 'ready') return <Ready version={state.version} notes={state.notes} />
  return state.checkedAt === null ? (
    <p>{t('Not checked yet.')}</p>
  ) : (
    <p role="status">
      {t('You have the newest version. Last checked:')} <Instant at={state.checkedAt} />
    </p>
  )
}

function Ready({ version, notes }: { version: string; notes: string }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <p>{t('Version {{version}} is ready. It is installed when Selvedge is closed, or now.', { version })}</p>
      {notes.trim() === '' ? null : <p className="update-notes">{notes}</p>}
    </div>
  )
}

function UpdateButtons({ state }: { state: Live }) {
  const { t } = useTranslation()
  const { take } = useUpdates()
  const install = useInstall()
  const check = useAction(() => host.app.checkForUpdates(), { done: () => null, refresh: [] })
  const look = async () => {
    const found = await check.run(undefined)
    if (found) take(found)
  }
  const isBusy = state.state === 'checking' || state.state === 'downloading'
  return (
    <div className="settings-line">
      {state.state === 'ready' ? (
        <Button
          intent="primary"
          text={t('Restart to install')}
          loading={install.isRunning}
          onClick={() => install.ask()}
        />
      ) : (
        <Button text={t('Check now')} loading={check.isRunning} disabled={isBusy} onClick={() => void look()} />
      )}
      {install.dialog}
    </div>
  )
}

/** Closes the app and installs the version that is ready; typed work on screen is asked about first. */
export function useInstall() {
  const { t } = useTranslation()
  const question = {
    title: isDesktop ? t('Restart with unsaved work on the screen?') : t('Reload with unsaved work on the screen?'),
    text: t('What you typed is kept as a draft, but it is not saved yet.'),
    confirm: isDesktop ? t('Restart to install') : t('Reload'),
  }
  const install = () => {
    // The browser would ask the same once more.
    if (!isDesktop) forgetAllUnsaved()
    return host.app.installUpdate()
  }
  return useAskedAction(install, {
    ask: () => (hasUnsaved() ? question : null),
    done: () => null,
    refresh: [],
  })
}

const updatesKey = ['updates']

/** How far the next version is, as the host tells it. */
export function useUpdates(): { state: UpdateState | undefined; take: (state: UpdateState) => void } {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: updatesKey,
    queryFn: () => host.app.updates(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const take = (state: UpdateState) => client.setQueryData(updatesKey, state)
  useEffect(() => host.app.onUpdate((state) => client.setQueryData(updatesKey, state)), [client])
  return { state: data, take }
}
