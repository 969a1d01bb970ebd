import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useSay } from '../actions/say.ts'
import { useAction } from '../actions/useAction.ts'
import { useAnswer } from '../actions/useRows.ts'
import { api } from '../api/client.ts'
import { FailedState, LoadingRows } from '../kit/states.tsx'
import { Instant } from '../kit/values.tsx'
import { agentWords } from './agent-words.ts'
import { ProfileSection } from './ProfileSection.tsx'

/** Where the user is signed in, and the way to end all of it but here. */
export function SessionList() {
  const { t } = useTranslation()
  const say = useSay()
  const sessions = useAnswer('house.listSessions', {})
  const end = useAction((_: undefined, options) => api.house.endOtherSessions({}, options), {
    done: ({ data: { ended_sessions: n } }) =>
      n === 1 ? t('1 other session was signed out.') : t('{{n}} other sessions were signed out.', { n }),
    refresh: ['house.listSessions'],
  })
  const rows = sessions.data?.rows ?? []
  const tools = (
    <Button
      size="small"
      text={t('Sign out everywhere else')}
      disabled={rows.every((row) => row.is_current)}
      loading={end.isRunning}
      onClick={() => void end.run(undefined)}
    />
  )
  return (
    <ProfileSection title={t('Where you are signed in')} tools={tools}>
      {sessions.isError ? (
        <FailedState text={say.problem(sessions.error)} onRetry={() => void sessions.reload()} />
      ) : sessions.isLoading ? (
        <LoadingRows rows={2} />
      ) : (
        <table className="person-table">
          <thead>
            <tr>
              <th scope="col">{t('Program')}</th>
              <th scope="col">{t('Address')}</th>
              <th scope="col">{t('Signed in since')}</th>
              <th scope="col">{t('Until')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td title={row.user_agent}>
                  {agentWords(row.user_agent) ?? t('Unknown')}
                  {row.is_current ? <span className="person-tag">{t('This one')}</span> : null}
                </td>
                <td className="code">{row.address || '–'}</td>
                <td>
                  <Instant at={row.signed_in_at} />
                </td>
                <td>
                  <Instant at={row.expires_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </ProfileSection>
  )
}
