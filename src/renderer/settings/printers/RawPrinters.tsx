import { Button } from '@blueprintjs/core'
import { Plus } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { RawPrinter } from '../../../shared/bridge.ts'
import { useAction } from '../../actions/useAction.ts'
import { host } from '../../host/host.ts'
import { useDialog } from '../../kit/dialogs.tsx'
import { Loaded } from '../../kit/Loaded.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { ProfileSection } from '../../people/ProfileScreen.tsx'
import { RawPrinterDialog } from './RawPrinterDialog.tsx'

/** Label printers that are spoken to in their own language: list, add, change, remove. */
export function RawPrinters() {
  const { t } = useTranslation()
  const { asked, keep, isSaving } = useRawPrinters()
  const dialog = useDialog(RawPrinterDialog, { saved: asked.data ?? [], isSaving, onKeep: keep })
  const open = (edited: RawPrinter | null) => dialog.open({ edited })
  const add = (
    <Button icon={<Plus />} text={t('Add a label printer')} disabled={!asked.data} onClick={() => open(null)} />
  )
  return (
    <ProfileSection title={t('Label printers that speak ZPL')} tools={add}>
      <p className="settings-lead">
        {t(
          'Zebra and compatible printers draw labels sharply at their own resolution. Once added here, they can be chosen like any other printer.',
        )}
      </p>
      <Loaded answer={asked} rows={2}>
        {(printers) => <RawList printers={printers} onEdit={open} onKeep={keep} />}
      </Loaded>
      {dialog.dialog}
    </ProfileSection>
  )
}

interface RawListProps {
  printers: readonly RawPrinter[]
  onEdit: (printer: RawPrinter) => void
  onKeep: (printers: RawPrinter[]) => Promise<boolean>
}

function RawList({ printers, onEdit, onKeep }: RawListProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = async (printer: RawPrinter) => {
    const question = {
      title: t('Remove {{printer}}?', { printer: printer.name }),
      text: t('Labels that are set to print on it will ask for another printer.'),
      confirm: t('Remove'),
      isDangerous: true,
    }
    if (await confirm.ask(question)) await onKeep(printers.filter((one) => one !== printer))
  }
  if (printers.length === 0) return <p className="muted">{t('None yet.')}</p>
  return (
    <ul className="raw-list">
      {printers.map((printer) => (
        <li key={printer.name}>
          <div>
            <strong>{printer.name}</strong>
            <div className="muted">{wordsOf(printer, t)}</div>
          </div>
          <Button
            size="small"
            text={t('Edit')}
            aria-label={t('Edit {{printer}}', { printer: printer.name })}
            onClick={() => onEdit(printer)}
          />
          <Button
            size="small"
            text={t('Remove')}
            aria-label={t('Remove {{printer}}', { printer: printer.name })}
            onClick={() => void remove(printer)}
          />
        </li>
      ))}
      {confirm.dialog}
    </ul>
  )
}

function wordsOf({ dialect, way }: RawPrinter, t: ReturnType<typeof useTranslation>['t']): string {
  const place = way.kind === 'socket' ? `${way.host}:${way.port}` : t('System print queue')
  return `${place} · ${dialect === 'zpl-203' ? t('203 dpi') : t('300 dpi')}`
}

const rawKey = ['raw-printers']

/** The label printers of this computer that are spoken to in ZPL. */
export function useRawPrinters() {
  const client = useQueryClient()
  const asked = useQuery({ queryKey: rawKey, queryFn: () => host.print.rawPrinters(), gcTime: 0 })
  const action = useAction((printers: RawPrinter[]) => host.print.keepRawPrinters(printers).then(() => printers), {
    done: () => null,
    refresh: [],
  })
  const keep = async (printers: RawPrinter[]): Promise<boolean> => {
    const saved = await action.run(printers)
    if (!saved) return false
    client.setQueryData(rawKey, saved)
    // What can be printed on has changed with it.
    await client.invalidateQueries({ queryKey: ['printers'] })
    return true
  }
  return { asked, keep, isSaving: action.isRunning }
}
