import { Button } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { type Contract, contract } from '../../../shared/areas.ts'
import type { Taken } from '../../../shared/kernel/call.ts'
import { useDownload } from '../../actions/downloads.ts'
import { fileCall } from '../../api/client.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { type Locale, useLocale } from '../../table/words.ts'

/** An account and the temporary password that it was just given. */
export type HandedOver = Taken<Contract['people']['vendorAccountsFile']>['accounts'][number]

interface HandingOverProps extends DialogTurn {
  title: string
  width: number
  /** What has come of it, already translated. */
  done: (given: readonly HandedOver[], words: Locale) => ReactNode
  /** What is shown before; it hands on what was given. */
  children: (onGiven: (given: readonly HandedOver[]) => void, onClose: () => void) => ReactNode
}

/** A dialog that gives several people passwords and hands them over as one file, once; it asks before they are lost with it. */
export function HandingOver({ title, width, done, children, ...turn }: HandingOverProps) {
  const words = useLocale()
  const { t } = words
  const [given, setGiven] = useState<readonly HandedOver[] | null>(null)
  const [isSaved, setSaved] = useState(false)
  const { download, isDownloading } = useDownload()
  const confirm = useConfirm()
  const close = async () => {
    const isMeant =
      given === null ||
      isSaved ||
      (await confirm.ask({
        title: t('Close without the passwords?'),
        text: t('Nobody can read them again: each account would have to be given a new one.'),
        confirm: t('Close without them'),
        isDangerous: true,
      }))
    if (isMeant) turn.onClose()
  }
  const save = async (accounts: readonly HandedOver[]) => {
    const file = fileCall(contract.people.vendorAccountsFile, { accounts: [...accounts] })
    if (await download(file, 'vendor_accounts.xlsx')) setSaved(true)
  }
  return (
    <Modal {...turn} onClose={() => void close()} title={title} className="vendor-accounts" width={width} isTyped>
      {confirm.dialog}
      {given ? (
        <DialogParts onCancel={() => void close()}>
          <Callout tone="good">{done(given, words)}</Callout>
          <p>
            {t(
              'Save the file with their temporary passwords now: it is made only here, and nothing of it is kept. Each password is changed at the first sign-in.',
            )}
          </p>
          <Button
            autoFocus
            intent="primary"
            text={t('Save the passwords')}
            loading={isDownloading}
            onClick={() => void save(given)}
          />
        </DialogParts>
      ) : (
        children(setGiven, turn.onClose)
      )}
    </Modal>
  )
}
