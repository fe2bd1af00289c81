import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { guardKeys } from '../lib/kept-keys.ts';
import { applyTheme } from '../lib/theme.ts';
import { queryClient } from '../lib/query-client.ts';
import { router } from './router.tsx';
import './tokens.css';

guardKeys();
applyTheme();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
