import { Button, Dialog } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { ServerForm } from './ServerForm.tsx'
import '../settings.css'

/** For whoever cannot sign in, perhaps because the server is the wrong one. */
export function ServerSettings() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="minimal" icon={<Cog />} text={t('Server settings')} onClick={() => setOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('Server settings')}
        className="server-dialog"
        transitionDuration={100}
        shouldReturnFocusOnClose
      >
        <div className="bp6-dialog-body">
          <div className="settings-language">
            <span className="field-label">{t('Language')}</span>
            <LanguageSwitch />
          </div>
          <ServerForm />
        </div>
      </Dialog>
    </>
  )
}
