import { Switch } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeKindName } from '../../../shared/domain/notices.ts'
import { useAnswer } from '../../actions/useRows.ts'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { useNoticeActions } from './use-notice-actions.ts'
import './notices.css'

/** The kinds of notices that the reader's role gets, each to be switched off and on. */
export function NoticeKinds() {
  const { t } = useTranslation()
  const { mute } = useNoticeActions()
  const { data, isLoading, isError, reload } = useAnswer('house.getNoticeKinds', {})
  // Shown as turned while the server is told, so that the switch follows the hand.
  const [turning, setTurning] = useState<NoticeKindName | null>(null)
  useEffect(() => {
    if (data) setTurning(null)
  }, [data])
  const turn = async (kind: NoticeKindName, muted: boolean) => {
    setTurning(kind)
    if (!(await mute.run({ kind, muted }))) setTurning(null)
  }
  if (isLoading) return <LoadingRows rows={4} />
  if (isError || !data) return <FailedState onRetry={() => void reload()} />
  return (
    <fieldset className="notice-kinds">
      <legend>{t('I want to hear of')}</legend>
      {data.kinds.map(({ kind, label, muted }) => (
        <Switch
          key={kind}
          checked={muted === (turning === kind)}
          label={t(label)}
          onChange={() => void turn(kind, !muted)}
        />
      ))}
    </fieldset>
  )
}
