// Written by clang instead of nvcc: calls, a local array, a switch, debug labels.
__attribute__((noinline)) static float helper(float x, int n){ float s=0; for(int i=0;i<n;i++) s+= x*i; return s; }
__kernel void from_clang(__global float*out, const __global float*in, int n){
 __local float tile[64];
 int i=__nvvm_read_ptx_sreg_tid_x(); tile[i]=in[i]; __nvvm_bar_sync(0); 
 float s=0; for(int j=0;j<n;j++) s+=tile[(i+j)&63]; 
 int a[8]; for(int j=0;j<8;j++) a[j]=i*j+n; 
 switch(n&7){case 0:s+=1;break;case 1:s*=3;break;case 2: s-=4;break; case 3: s=helper(s,n);break; case 4: s=s/3; break; case 5: s+=a[i&7];}
 out[i]=s+helper(s,a[(i+n)&7]&15);
}
