/**
 * What a sale's texts usually say, for the compression of texts so short: the service's answers, the body, the record
 * as find's answer was read. What is the most alike stands last. It is part of the format of every packed sale: a
 * change is a new dictionary with a number of its own, and the old one stays.
 */
const body =
  '{"data":{"productId":"10000","customerCellphone":"300","amount":"5000","reference":"","customerDocument":""},"_channel":"WS","_version":"1.10.2","_id":"","_geolocation":null}'

const accepted =
  '{"statusCode":200,"message":"Transacción en proceso","data":{"transactionId":""},"_channel":"WS"}'

const statuses = [
  '{"id":5,"name":"PARTIAL","color":""}',
  '{"id":4,"name":"PROCESSING","color":""}',
  '{"id":3,"name":"REJECTED","color":"#dc2626"}',
  '{"id":1,"name":"PENDING","color":"#f59e0b"}',
  '{"id":2,"name":"APPROVED","color":"#16a34a"}',
]

const found = (status: string) =>
  `{"statusCode":200,"message":"Operación exitosa","data":{"Transaction":{"id":4180001,"amount":5000,"currency":"COP","costs":0,"prevBalance":5000000,"newBalance":4995000,"createdAt":"22/11/26 09:19","Product":{"id":10000,"name":""},"TransactionStatus":${status},"Person":{"document":"","cellphone":""},"PaymentMethod":{"id":1,"image":"/images/balance.svg","name":"Saldo"}}},"_channel":""}`

const record =
  '{"id":"4180001","amount":{"minor":500000,"currency":"COP"},"costs":{"minor":0,"currency":"COP"},"prevBalance":{"minor":500000000,"currency":"COP"},"newBalance":{"minor":499500000,"currency":"COP"},"createdAt":{"local":"2026-11-22T09:19:00","raw":"22/11/26 09:19"},"status":"APPROVED","statusId":"2","statusName":"APPROVED","product":{"id":"10000","name":""},"person":{"document":"","cellphone":""},"paymentMethod":{"id":"1","name":"Saldo","image":"/images/balance.svg"}}'

const events =
  '[0,"prepared","PREPARED"],[8,"sending","SENDING"],[20,"outcome","ACCEPTED",10,200,20,1],[40,"lookup","PENDING",10,200,20,1],[3300,"lookup","APPROVED",10,200,20,1]]'

const rare = [
  '{"code":"SERVICE_REFUSED","params":{"message":""}}{"code":"NETWORK"}{"code":"TIMEOUT"}{"code":"NO_RECORD"}',
  '{"statusCode":400,"message":"","error":"Bad Request","data":null}[borrado]',
  '{"as":"approved","state":"REVIEW","seen":true,"code":null,"at":,"reason":"","candidateId":null}',
  '"crash-recovery","UNKNOWN""note""closed""NOT_SENT""DECLINED""PARTIAL""REVIEW""PROCESSING""REJECTED"',
]

/** By its number, the first byte of a packed sale. */
export const packDictionaries: ReadonlyMap<number, string> = new Map([
  [
    1,
    [
      ...rare,
      ...statuses,
      found(''),
      body,
      accepted,
      record,
      ...statuses.slice(-2).map(found),
      events,
    ].join('\n'),
  ],
])

/** The one that is written with. */
export const newestDictionary = 1
