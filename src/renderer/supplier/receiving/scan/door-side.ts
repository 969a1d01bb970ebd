import { createContext, useContext } from 'react'
import type { QcSites } from '../../../../shared/areas/qc-boxes/qc-sites.ts'
import type { CallName } from '../../../actions/calls.ts'
import { key } from '../../../i18n/formats.ts'
import { type Look, looks, type Standing } from './outcomes.ts'

/** What a station at the doors of a country's QC does by names of its own; the queue of scans is one. */
export interface DoorSide {
  sites: QcSites
  /** In a kept scan: what it asks for, and what takes it back. */
  scan: string
  undo: string
  /** Loaded anew when scans were answered. */
  stale: readonly CallName[]
  /** Under which this computer keeps where the scanner stands. */
  siteKey: string
  /** In place of the usual words of an outcome. */
  labels: Partial<Record<Standing, string>>
}

export const doorSides: Readonly<Record<QcSites, DoorSide>> = {
  china_qc: {
    sites: 'china_qc',
    scan: 'inward',
    undo: 'undo',
    stale: ['receiving.getAwaitingInwardBoxes'],
    siteKey: 'selvedge.scan-site',
    labels: {},
  },
  india_qc: {
    sites: 'india_qc',
    scan: 'receive',
    undo: 'undo_receive',
    stale: [
      'indiaReceiving.getAwaitingInwardBoxes',
      'indiaReceiving.getReceivedBoxes',
      'indiaReceiving.boxDiscrepancies',
    ],
    siteKey: 'selvedge.scan-site.india',
    labels: {
      inwarded: key('Box received'),
      duplicate: key('Already received'),
      not_shipped: key('Not on its way here'),
    },
  },
}

/** Of whose station a kept scan is. */
export function sideOf(action: string): DoorSide {
  const { india_qc, china_qc } = doorSides
  return action === india_qc.scan || action === india_qc.undo ? india_qc : china_qc
}

export const DoorContext = createContext<DoorSide>(doorSides.china_qc)

export const useDoorSide = () => useContext(DoorContext)

/** How outcomes look at this station. */
export function useLook(): (standing: Standing) => Look {
  const { labels } = useDoorSide()
  return (standing) => {
    const look = looks[standing]
    const label = labels[standing]
    return label === undefined ? look : { ...look, label }
  }
}
