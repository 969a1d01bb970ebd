import { Button } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'

interface CodeToolsProps {
  waitSeconds: number
  isSending: boolean
  onAgain: () => void
  onOtherEmail: () => void
}

/** What can be done while no code comes. */
export function CodeTools({ waitSeconds, isSending, onAgain, onOtherEmail }: CodeToolsProps) {
  const { t } = useTranslation()
  return (
    <p className="code-tools">
      <Button
        variant="minimal"
        size="small"
        disabled={waitSeconds > 0}
        loading={isSending}
        text={waitSeconds > 0 ? t('Send again in {{n}} s', { n: waitSeconds }) : t('Send again')}
        onClick={onAgain}
      />
      <Button variant="minimal" size="small" text={t('Another e-mail address')} onClick={onOtherEmail} />
    </p>
  )
}
