import { useTranslation } from 'react-i18next'
import { useSay } from '../actions/say.ts'
import { isDesktop } from '../host/host.ts'
import { FailedState } from '../kit/states.tsx'
import { ServerSettings } from '../settings/server-choice/ServerSettings.tsx'

/** Nothing could be started: the server is away or refuses, and perhaps it is the wrong one. */
export function StartFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation()
  const say = useSay()
  return (
    <main className="start-failure">
      <FailedState
        title={t('Selvedge could not start')}
        text={say.problem(failure)}
        onRetry={() => location.reload()}
      />
      {isDesktop ? <ServerSettings /> : null}
    </main>
  )
}
