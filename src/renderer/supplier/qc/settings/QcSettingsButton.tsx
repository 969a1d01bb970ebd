import './qc-settings.css'
import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRight } from '../../use-right.ts'
import { QcSettingsDrawer } from './QcSettingsDrawer.tsx'

/** Opens the settings of QC for those who work there. */
export function QcSettingsButton() {
  const { t } = useTranslation()
  const mayRead = useRight('chinaQc')
  const [isOpen, setOpen] = useState(false)
  if (!mayRead) return null
  return (
    <>
      <Button
        className="qcs-open"
        variant="minimal"
        icon={<Cog />}
        text={t('QC settings')}
        title={t('QC settings')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? <QcSettingsDrawer onClose={() => setOpen(false)} /> : null}
    </>
  )
}
