export { exactText, isRecord, NumberText, parseExact } from '../../shared/domain/json.ts'
