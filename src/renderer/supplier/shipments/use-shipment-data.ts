import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAnswer } from '../../actions/useRows.ts'
import type { ShipmentDetails } from './next-step.ts'
import type { Packing } from './packing/draft-boxes.ts'

/** One shipment's details; `take` shows a command's answer at once, before the reload that brings its history. */
export function useShipmentData(shipmentId: string) {
  const client = useQueryClient()
  const details = useAnswer('vendor.getShipmentDetails', { shipment_id: shipmentId })
  const take = useCallback(
    (packing: Packing) => {
      const key = ['vendor.getShipmentDetails', { shipment_id: shipmentId }]
      client.setQueryData<ShipmentDetails>(key, (now) => now && { ...now, ...packing })
    },
    [client, shipmentId],
  )
  return { details, take }
}
