export { PendingRequests, type PendingRequestsProps } from './pending-requests.tsx';
