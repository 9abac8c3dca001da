import { data } from 'react-router';
import { MissingPage } from '../../../ui/error-page.tsx';

export const loader = () => data(null, { status: 404, statusText: 'Not Found' });

export const clientLoader = () => null;

export default MissingPage;
