import { Switch } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../actions/useRows.ts'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { useNoticeActions } from './use-notice-actions.ts'
import './notices.css'

/** The kinds of notices that the reader's role gets, each to be switched off and on. */
export function NoticeKinds() {
  const { t } = useTranslation()
  const { mute } = useNoticeActions()
  const { data, isLoading, isError, reload } = useAnswer('house.getNoticeKinds', {})
  if (isLoading) return <LoadingRows rows={4} />
  if (isError || !data) return <FailedState onRetry={() => void reload()} />
  return (
    <fieldset className="notice-kinds">
      <legend>{t('I want to hear of')}</legend>
      {data.kinds.map(({ kind, label, muted }) => (
        <Switch
          key={kind}
          checked={!muted}
          disabled={mute.isRunning}
          label={t(label)}
          onChange={() => void mute.run({ kind, muted: !muted })}
        />
      ))}
    </fieldset>
  )
}
