import './qc-settings.css'
import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { qcSettings } from '../../../../shared/areas/inspection/calls.ts'
import {
  changedQcSettings,
  type QcSettingName,
  qcSettingDefaults,
  qcSettingFaults,
} from '../../../../shared/areas/inspection/settings.ts'
import { stricterFault } from '../../../../shared/areas/inspection/stricter-rules.ts'
import { useAction } from '../../../actions/useAction.ts'
import { useAnswer } from '../../../actions/useRows.ts'
import { useSaveKey } from '../../../forms/SaveBar.tsx'
import { useForm } from '../../../forms/useForm.ts'
import { Drawer, Section } from '../../../kit/Drawer.tsx'
import { type DialogTurn, useDialog } from '../../../kit/dialogs.tsx'
import { Shortcut } from '../../../kit/KeyMenu.tsx'
import { Loaded } from '../../../kit/Loaded.tsx'
import { Callout } from '../../../kit/states.tsx'
import { useRight } from '../../../session/use-right.ts'
import { useSettingsWord } from '../../../settings/use-settings-word.ts'
import { type DeskSettings, useDesk } from '../desk.ts'
import { ChecklistButton } from './ChecklistDrawer.tsx'
import { DefectLibraryButton } from './DefectLibraryDrawer.tsx'
import { ExampleLot } from './ExampleLot.tsx'
import { type QcSettingsAnswer, type SettingChanges, SettingRow } from './SettingRow.tsx'
import { StricterRules } from './StricterRules.tsx'

const sampling = ['lot_scope', 'level'] as const
const aqls = ['aql_critical', 'aql_major', 'aql_minor'] as const
const counting = ['blind_count'] as const

/** What a country's QC goes by where nobody says otherwise at a box. Who may not change it reads it. */
export function QcSettingsDrawer({ of, ...turn }: DialogTurn & { of: DeskSettings }) {
  const { t } = useTranslation()
  const answer = useAnswer(of.read, {})
  if (answer.data) return <Settings of={of} saved={answer.data} reload={answer.reload} {...turn} />
  return (
    <Drawer {...turn} title={t('QC settings')} width={width}>
      <Loaded answer={answer} rows={8}>
        {() => null}
      </Loaded>
    </Drawer>
  )
}

const width = 1160

interface SettingsProps extends DialogTurn {
  of: DeskSettings
  saved: QcSettingsAnswer
  reload: () => Promise<unknown>
}

function Settings({ of, saved: kept, reload, ...turn }: SettingsProps) {
  const { t } = useTranslation()
  const mayChange = useRight(of.change)
  const draft = useSettingsDraft(of, kept, reload)
  const form = mayChange ? draft.form : kept.settings
  const faults = qcSettingFaults(form)
  const rowFault = stricterFault(form.stricter)
  const canSave =
    mayChange && draft.isChanged && !draft.isOutdated && Object.keys(faults).length === 0 && rowFault === null
  const rows = (names: readonly QcSettingName[]) =>
    names.map((name) => (
      <SettingRow
        key={name}
        {...{ name, saved: kept, form }}
        problem={faults[name]}
        onChange={mayChange ? draft.change : null}
      />
    ))
  return (
    <Drawer
      {...turn}
      title={t('QC settings')}
      width={width}
      actions={mayChange ? <SettingsFoot draft={draft} canSave={canSave} /> : null}
    >
      <div className="qcs">
        <div className="qcs-main">
          <Section>
            <Callout>
              {t(
                'What stands here counts for lots that are planned from now on. Lots with an inspection keep their plan.',
              )}{' '}
              {mayChange ? null : t('Only a lead changes it.')}
            </Callout>
            {draft.isOutdated ? <Outdated saved={kept} draft={draft} /> : null}
          </Section>
          <Section title={t('Lots and samples')}>{rows(sampling)}</Section>
          <Section title="AQL">
            <p className="muted">
              {t('Defective pieces in a hundred that are still accepted, on the average of many lots.')}
            </p>
            {rows(aqls)}
          </Section>
          <Section title={t('Stricter by category and vendor')}>
            <StricterRules
              {...{ saved: kept, form }}
              onChange={mayChange ? draft.change : null}
              problem={rowFault && t(rowFault.message, { of: rowFault.of })}
            />
          </Section>
          <Section title={t('Counting')}>{rows(counting)}</Section>
          <Section title={t('Defects')} tools={<DefectLibraryButton />}>
            <p className="muted">{t('The names by which inspectors count defects, and how bad each usually is.')}</p>
          </Section>
          <Section title={t('Checklist')} tools={<ChecklistButton />}>
            <p className="muted">
              {t('What inspectors answer beside the pieces: labels, barcodes, metal, colour, cartons.')}
            </p>
          </Section>
        </div>
        <aside className="qcs-side" aria-label={t('Example')}>
          <ExampleLot form={form} saved={kept.settings} />
        </aside>
      </div>
    </Drawer>
  )
}

/** Somebody else was quicker: who, and the way on. */
function Outdated({ saved, draft }: { saved: QcSettingsAnswer; draft: SettingsDraftNow }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <Callout tone="warn">
        <p>
          {t(
            '{{name}} changed these settings in the meantime. What you chose is marked; all else stands as it is now.',
            {
              name: saved.last_changes[0]?.changed_by ?? 'Selvedge',
            },
          )}
        </p>
        <Button size="small" text={t('Go on with my choice')} onClick={draft.goOn} />
      </Callout>
    </div>
  )
}

function SettingsFoot({ draft, canSave }: { draft: SettingsDraftNow; canSave: boolean }) {
  const { t } = useTranslation()
  useSaveKey(draft.save, canSave && !draft.isSaving)
  return (
    <>
      <Button
        className="qcs-defaults"
        variant="minimal"
        text={t('Choose the defaults')}
        disabled={changedQcSettings(draft.form, qcSettingDefaults).length === 0}
        onClick={() => draft.change(qcSettingDefaults)}
      />
      <Shortcut keys="Ctrl+S" />
      <Button text={t('Discard')} disabled={!draft.isChanged || draft.isSaving} onClick={draft.discard} />
      <Button intent="primary" text={t('Save')} loading={draft.isSaving} disabled={!canSave} onClick={draft.save} />
    </>
  )
}

/** Opens the settings of QC for those who work there. */
export function QcSettingsButton() {
  const { t } = useTranslation()
  const { settings: of } = useDesk()
  const mayRead = useRight(of.see)
  const settings = useDialog(QcSettingsDrawer)
  useSettingsWord(() => settings.open({ of }), mayRead)
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
        onClick={() => settings.open({ of })}
      />
      {settings.dialog}
    </>
  )
}

/** `at` is the version under which the first choice was made; null while nothing differs from what is saved. */
const settingsForm = qcSettings.extend({ at: z.number().nullable() })

/** The settings while somebody changes them: what was chosen is kept on this workstation until it is saved or discarded. */
export function useSettingsDraft(
  of: DeskSettings,
  { settings: saved, version }: QcSettingsAnswer,
  reload: () => Promise<unknown>,
) {
  const { t } = useTranslation()
  const what = t('QC settings')
  const form = useForm(settingsForm, { ...saved, at: null }, { draft: of.draft, what })
  const { at, ...settings } = form.values
  const isChanged = changedQcSettings(saved, settings).length > 0
  // Somebody else chose the same.
  const isLeftOver = at !== null && !isChanged
  useEffect(() => {
    if (isLeftOver) form.reset()
  })
  const save = useAction((_: undefined, options) => of.save({ settings, version }, options), {
    what,
    refresh: [of.touches],
    failed: (error) => {
      if (error.code !== 'stale') return false
      // Who was first, and what they chose, is shown in place.
      void reload()
      return true
    },
  })
  return {
    form: settings,
    isChanged,
    /** Somebody else saved since the first choice was made. */
    isOutdated: isChanged && (at !== version || save.error?.code === 'stale'),
    change: (part: SettingChanges) => {
      const isOther = changedQcSettings(saved, { ...settings, ...part }).length > 0
      form.change({ ...part, at: isOther ? (at ?? version) : null })
    },
    discard: () => {
      save.clearError()
      form.reset()
    },
    /** Goes on over what stands now. */
    goOn: () => {
      save.clearError()
      form.change({ at: version })
    },
    isSaving: save.isRunning,
    save: form.submit(async () => {
      if (!(await save.run(undefined))) return false
      await reload()
      return true
    }),
  }
}

export type SettingsDraftNow = ReturnType<typeof useSettingsDraft>
