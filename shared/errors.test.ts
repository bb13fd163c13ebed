import { expect, test } from 'vitest'
import { z } from 'zod'
import { appError, errorParts, Failure, toAppError } from './errors.ts'

test('what was caught is told in one line: a schema that refuses a thousand rows, too', () => {
  expect(toAppError(new Failure('DISK_FULL'))).toMatchObject({ code: 'DISK_FULL' })
  const rows = Array.from({ length: 1_000 }, () => ({ kind: 'x' }))
  const { error } = z.array(z.object({ kind: z.literal('cash') })).safeParse(rows)
  const reason = '0.kind: Invalid input: expected "cash" (+999)'
  expect(toAppError(error)).toEqual({ code: 'UNEXPECTED', params: { reason } })
  expect(toAppError(new Error('late'))).toMatchObject({ params: { reason: 'late' } })
  expect(toAppError('thrown')).toMatchObject({ params: { reason: 'thrown' } })
})

test('an error for the eye is its first sentence, the others, and what a technician asks for by itself', () => {
  expect(errorParts(appError('HUB_UNREACHABLE', { reason: 'ETIMEDOUT' }), 'es')).toEqual({
    headline: 'La base de datos no responde.',
    rest: ['Esta caja sigue vendiendo; lo que falta se envía cuando responda.'],
    detail: 'código ETIMEDOUT',
  })
  const stopped = errorParts(appError('EXPORT_STOPPED', { reason: 'write (EIO)' }), 'es')
  expect(stopped).toMatchObject({ rest: ['Inténtelo de nuevo.'], detail: 'write (EIO)' })
  const refused = errorParts(
    appError('SERVICE_REFUSED', { message: 'sin cupo a las 3:00 p. m.' }),
    'es',
  )
  expect(refused).toMatchObject({ rest: [], detail: '' })
})

test('what is filled in is never taken apart, and ends a sentence with one dot', () => {
  const parts = (...of: Parameters<typeof appError>) => errorParts(appError(...of), 'es')
  expect(parts('SERVICE_REFUSED', { message: 'ENEL S.A. NO PERMITE. ¿Otro?' })).toEqual({
    headline: 'El servicio no aceptó la solicitud: ENEL S.A. NO PERMITE. ¿Otro?',
    rest: [],
    detail: '',
  })
  expect(parts('SERVICE_ERROR', { status: 500, message: 'Espere, Sr. Pérez.' })).toMatchObject({
    headline: 'El servicio falló (500): Espere, Sr. Pérez.',
    rest: ['Intente otra vez en un momento.'],
  })
  expect(parts('PRINTER_UNREACHABLE', { printer: 'Caja No. 1. Epson' })).toMatchObject({
    headline: 'La impresora «Caja No. 1. Epson» no responde.',
    rest: ['Revise que esté encendida y conectada, e imprima otra vez.'],
  })
  const host = 'x ({reason}). Y'
  expect(parts('CERTIFICATE_NOT_TRUSTED', { host, reason: 'E1' })).toEqual({
    headline: 'El certificado de «x ({reason}). Y» no es de confianza.',
    rest: ['Si usa un antivirus o un proxy, agregue su certificado al sistema.'],
    detail: 'E1',
  })
  expect(parts('COPY_FAILED').headline).toBe('No se pudo hacer la copia (—).')
})
